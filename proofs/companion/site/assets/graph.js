// The graph: a click on a claim tells what it is; ?focus=ID shows what it rests on and what uses it.
"use strict";

(() => {
  const graph = document.querySelector(".stage svg.graph");
  const preview = document.getElementById("preview");
  const tools = document.getElementById("tools");
  const nodes = new Map([...graph.querySelectorAll("a[data-id]")].map((node) => [node.dataset.id, node]));
  const edges = [...graph.querySelectorAll("path[data-from]")];

  const reached = (start, one, other) => {
    const found = new Set([start]);
    const waiting = [start];
    while (waiting.length) {
      const at = waiting.pop();
      for (const edge of edges) {
        if (edge.dataset[one] === at && !found.has(edge.dataset[other])) {
          found.add(edge.dataset[other]);
          waiting.push(edge.dataset[other]);
        }
      }
    }
    return found;
  };

  const focus = (id) => {
    const below = id ? reached(id, "to", "from") : new Set();
    const above = id ? reached(id, "from", "to") : new Set();
    for (const [name, node] of nodes) {
      node.classList.toggle("faded", Boolean(id) && !below.has(name) && !above.has(name));
      node.classList.toggle("chosen", name === id);
    }
    for (const edge of edges) {
      const { from, to } = edge.dataset;
      const lit = Boolean(id) && ((below.has(from) && below.has(to)) || (above.has(from) && above.has(to)));
      edge.classList.toggle("lit", lit);
      edge.classList.toggle("faded", Boolean(id) && !lit);
    }
    choice.value = id || "";
    if (id) tell(id, below.size - 1, above.size - 1);
    else preview.hidden = true;
  };

  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text) made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  const tell = (id, below, above) => {
    const node = nodes.get(id);
    const { verdict, title, place, theorem, coq } = node.dataset;
    const heading = element("h2", `${title[0].toUpperCase()}${title.slice(1)}`);
    const byline = element("p", "", "byline");
    byline.append(element("span", verdict, `badge ${verdict.replace(" ", "-")}`), element("code", id),
      element("span", place), element("span", coq));
    const counts = element("p", `It rests on ${below} and is used by ${above} of the claims, directly or through others.`);
    const links = element("p");
    const open = element("a", "Read it");
    open.href = node.href.baseVal;
    links.append(open);
    preview.replaceChildren(heading, byline, ...(theorem ? [element("p", theorem)] : []), counts, links);
    preview.hidden = false;
  };

  const go = (id) => {
    const address = new URL(location.href);
    if (id) address.searchParams.set("focus", id);
    else address.searchParams.delete("focus");
    try {
      history.pushState(null, "", address);
    } catch {
      // a file may not have a history of its own
    }
    focus(id);
  };

  const label = element("label", "Claim ");
  const choice = element("select");
  choice.append(new Option("all of them", ""));
  for (const id of [...nodes.keys()].sort()) choice.append(new Option(id, id));
  choice.addEventListener("change", () => go(choice.value));
  label.append(choice);
  const all = element("button", "Show all");
  all.type = "button";
  all.addEventListener("click", () => go(""));
  tools.append(label, all);
  tools.hidden = false;

  for (const [id, node] of nodes) {
    node.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      go(id);
    });
  }
  const asked = () => {
    const id = new URLSearchParams(location.search).get("focus");
    focus(nodes.has(id) ? id : "");
    if (nodes.has(id)) nodes.get(id).scrollIntoView({ block: "nearest", inline: "center" });
  };
  addEventListener("popstate", asked);
  asked();
})();
