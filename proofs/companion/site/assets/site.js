// What makes the pages easier to use: nothing that they say depends on it.
"use strict";

(() => {
  // a fold opens when something in it is the target
  const unfold = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id && document.getElementById(id);
    if (!target) return;
    let fold = target.closest("details");
    if (!fold) return;
    for (; fold; fold = fold.parentElement.closest("details")) fold.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", unfold);
  unfold();

  // what scrolls in its own box can be reached by keyboard
  const scrolling = () => {
    for (const box of document.querySelectorAll(".recency-formula, .recency-reason, .scroll, main p, .ledger div")) {
      if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  addEventListener("resize", scrolling);
  document.addEventListener("toggle", scrolling, true);
  scrolling();
  document.querySelector("header nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

  // copying
  const copy = async (text, button) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.body.appendChild(document.createElement("textarea"));
      area.value = text;
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    const before = button.textContent;
    button.textContent = "copied";
    setTimeout(() => (button.textContent = before), 1500);
  };
  for (const pre of document.querySelectorAll("pre.copy")) {
    const around = document.createElement("div");
    around.className = "copied";
    pre.replaceWith(around);
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "copy";
    button.addEventListener("click", () => copy(pre.textContent, button));
    around.append(pre, button);
  }
  for (const heading of document.querySelectorAll("main :is(h2, h3, .recency p)[id]")) {
    const link = document.createElement("a");
    link.className = "heading-link";
    link.href = `#${heading.id}`;
    link.textContent = "#";
    link.setAttribute("aria-label", `Link to ${heading.id}`);
    heading.append(link);
  }

  // lists that can be narrowed down
  for (const tools of document.querySelectorAll(".tools[data-filters]")) {
    const items = [...document.querySelectorAll(tools.dataset.filters)];
    const label = document.createElement("label");
    label.textContent = "Show only ";
    const input = document.createElement("input");
    input.type = "search";
    input.placeholder = "words, a verdict, an id";
    label.append(input);
    const status = document.createElement("span");
    status.setAttribute("role", "status");
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let count = 0;
      for (const item of items) {
        const text = item.textContent.toLowerCase();
        item.hidden = !words.every((word) => text.includes(word));
        count += !item.hidden;
      }
      status.textContent = words.length ? `${count} of ${items.length}` : "";
    });
    tools.append(label, status);
    tools.hidden = false;
  }
})();
