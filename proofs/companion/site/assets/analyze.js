// A return, looked at in the browser: what `recency analyze` decides exactly, in floats.
//
// RecencyPreview computes, with no page in sight; below it is the page.
"use strict";

const RecencyPreview = (() => {
  // What was typed is not what was expected; the message is a line for people, ``field`` is list,
  // gamma or the name of a parameter.
  class BadInput extends Error {}

  function named(field, read) {
    try {
      return read();
    } catch (problem) {
      if (!(problem instanceof BadInput)) throw problem;
      const where = field === "list" ? "" : `${field}: `;
      throw Object.assign(new BadInput(where + problem.message), { field });
    }
  }

  const LONGEST = 1000; // weights, and counts such as n; the command takes more
  const FIRST = 24; // weights that are drawn of a return that goes on for ever
  const SMALL_CYCLES = 64;
  const TRIED = 200; // low points of a curve

  // -- exact numbers, by the grammar of symbolic/numbers.py ---------------------------------------

  const MAX_CHARACTERS = 2000, MAX_EXPONENT = 2000;
  const EXPECTED = 'expected an exact number such as "9/10", "0.9", "-3" or "1e-3"';
  const NUMBER = new RegExp(
    "^([+-]?)(?:([0-9]+)/([0-9]+)|(?:([0-9]+)(?:\\.([0-9]*))?|\\.([0-9]+))(?:[eE]([+-]?[0-9]+))?)$",
  );

  // {n, d}: the exact rational that the text denotes, d > 0, not in lowest terms.
  function rational(text) {
    const shown = `'${text.length > 40 ? `${text.slice(0, 40)}...` : text}'`;
    const refuse = (why) => new BadInput(`${why}: ${EXPECTED}`);
    if (text.length > MAX_CHARACTERS) {
      throw refuse(`${shown} has ${text.length} characters, more than ${MAX_CHARACTERS}`);
    }
    const match = NUMBER.exec(text);
    if (match === null) throw refuse(`${text === "" ? "the empty text" : shown} is not a number`);
    const sign = match[1] === "-" ? -1n : 1n;
    if (match[2] !== undefined) {
      const d = BigInt(match[3]);
      if (d === 0n) throw refuse(`${shown} divides by zero`);
      return { n: sign * BigInt(match[2]), d };
    }
    const part = match[5] ?? match[6] ?? "", exponent = Number(match[7] ?? 0);
    if (Math.abs(exponent) > MAX_EXPONENT) {
      throw refuse(`${shown} has an exponent beyond ${MAX_EXPONENT}`);
    }
    const n = sign * BigInt((match[4] ?? "") + part), shift = exponent - part.length;
    const power = 10n ** BigInt(Math.abs(shift));
    return shift >= 0 ? { n: n * power, d: 1n } : { n, d: power };
  }

  const minus = (a, b) => ({ n: a.n * b.d - b.n * a.d, d: a.d * b.d });
  const plus = (a, b) => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
  const isOne = (a) => a.n === a.d;

  // The float, but for rounding; infinite if there is none.
  function toFloat({ n, d }) {
    const size = n < 0n ? -n : n;
    const long = Math.max(size.toString(16).length, d.toString(16).length);
    const cut = BigInt(Math.max(0, 4 * (long - 250)));
    return (n < 0n ? -1 : 1) * (Number(size >> cut) / Number(d >> cut));
  }

  // The numbers in a text, as they are written: commas and blanks separate, brackets are taken off.
  function cells(text) {
    let whole = text.trim();
    if (/^(\[.*\]|\(.*\))$/s.test(whole)) whole = whole.slice(1, -1).trim();
    const lines = whole.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
    return lines.flatMap((line) => {
      const parts = line.split(",");
      if (parts.length > 1 && parts[parts.length - 1].trim() === "") parts.pop();
      return parts.flatMap((part) => (part.trim() === "" ? [""] : part.trim().split(/\s+/)));
    });
  }

  function numbers(listed, first) {
    if (listed.length === 0) {
      throw new BadInput("there are no weights, expected at least one number");
    }
    if (listed.length > LONGEST) {
      throw new BadInput(`there are ${listed.length} weights, expected at most ${LONGEST} here`);
    }
    return listed.map((cell, i) => {
      try {
        return rational(cell);
      } catch (problem) {
        throw new BadInput(`weight ${i + first}: ${problem.message}`);
      }
    });
  }

  // -- returns ------------------------------------------------------------------------------------
  //
  // A return is {h, c, listed, start, factors, wrong, more, affine, one}: the functions h(i) and
  // c(n); how many h_i say everything (null: none do); the factors 1 - ratio z^length, as
  // [ratio, length], that leave a polynomial of degree < start + lengths of its generating function;
  // the i at which the step from h_i to h_{i+1} violates weak recency, and whether there are more of
  // them; is it affine; is some c_n one?

  const LAMBDA = { symbol: "λ", help: "lambda", most: 1, usual: "3/4" };
  const count = (symbol, help, least, usual) => ({ symbol, help, least, usual });
  const power = (x, n) => (n === 0 ? 1 : x ** n);

  // by the names that `recency analyze --return` knows
  const FAMILIES = {
    td: { words: "TD(0)", parameters: {}, ends: () => 1, h: () => (i) => (i < 1 ? 1 : 0) },
    "n-step": {
      words: "n-step return",
      parameters: { n: count("n", "how many steps", 1, "3") },
      ends: ({ n }) => n,
      h: ({ n }) => (i) => (i < n ? 1 : 0),
    },
    lambda: {
      words: "λ-return",
      parameters: { lam: LAMBDA },
      repeats: ({ lam }) => [0, [[lam, 1]]],
      h: ({ lam }) => (i) => power(lam, i),
    },
    truncated: {
      words: "truncated λ-return",
      parameters: { lam: LAMBDA, n: count("N", "how many steps", 1, "5") },
      ends: ({ n }) => n,
      h: ({ lam, n }) => (i) => (i < n ? power(lam, i) : 0),
    },
    sparse: {
      words: "sparse λ-return",
      parameters: { lam: LAMBDA, m: count("m", "every m-th n-step return", 1, "3") },
      repeats: ({ lam, m }) => [0, [[lam, m]]],
      h: ({ lam, m }) => (i) => power(lam, Math.ceil(i / m)),
    },
    delayed: {
      words: "delayed return",
      parameters: { tau: count("τ", "the delay", 0, "1") },
      ends: ({ tau }) => tau + 1,
      h: ({ tau }) => (i) => (i === tau ? 1 : 0),
    },
    "delayed-lambda": {
      words: "delayed λ-return",
      parameters: { lam: LAMBDA, tau: count("τ", "the delay", 0, "1") },
      repeats: ({ lam, tau }) => [tau, [[lam, 1]]],
      h: ({ lam, tau }) => (i) => (i < tau ? 0 : power(lam, i - tau)),
    },
    "inverted-u": {
      words: "inverted U",
      parameters: { lam: { ...LAMBDA, below: true, usual: "1/2" } },
      repeats: ({ lam }) => [0, [[lam, 1], [lam, 1]]],
      h: ({ lam }) => (i) => i * power(lam, i),
    },
    gamma: {
      words: "γ-return",
      parameters: { length: { ...count("length", "how many n-step returns", 1, "5"), most: 100 } },
      ends: ({ length }) => length,
      h: ({ length, gamma }) => {
        const tails = sharesOfVariance(gamma, length);
        return (i) => tails[i] ?? 0;
      },
    },
    "monte-carlo": {
      words: "Monte Carlo return",
      parameters: {},
      repeats: () => [0, [[1, 1]]],
      h: () => () => 1,
    },
  };

  // h_0, h_1, ... of the gamma-return: c_n is proportional to 1/(1 + gamma^2 + ... ), n terms.
  function sharesOfVariance(gamma, length) {
    const shares = [];
    for (let n = 0, variance = 0; n < length; n++) {
      variance += gamma ** (2 * n);
      shares.push(1 / variance);
    }
    const whole = shares.reduce((sum, share) => sum + share, 0);
    return shares.map((_, i) => shares.slice(i).reduce((sum, share) => sum + share, 0) / whole);
  }

  function parameter(name, { symbol, least, most, below: strictly }, text) {
    const found = rational(text);
    if (least === undefined) {
      if (found.n < 0n || found.n > found.d || (strictly && isOne(found))) {
        throw new BadInput(`expected 0 <= ${name} ${strictly ? "<" : "<="} 1, not '${text}'`);
      }
      return toFloat(found);
    }
    const largest = most ?? LONGEST, value = toFloat(found);
    if (found.n % found.d !== 0n || value < least || value > largest) {
      const expected = `an integer ${symbol} from ${least} to ${largest} here`;
      throw new BadInput(`expected ${expected}, not '${text}'`);
    }
    return value;
  }

  function namedReturn(name, given, gamma) {
    const family = FAMILIES[name];
    const values = { gamma };
    for (const [each, span] of Object.entries(family.parameters)) {
      values[each] = named(each, () => parameter(each, span, given[each] ?? ""));
    }
    const h = family.h(values), listed = family.ends ? family.ends(values) : null;
    const [start, factors] = family.ends ? [listed, []] : family.repeats(values);
    const affine = h(0) === 1 && !factors.some(([ratio]) => ratio === 1);
    const c = (n) => h(n - 1) - h(n);
    const places = range(listed ?? Math.max(FIRST, start + 1));
    const wrong = places.filter((i) => !(h(i) >= h(i + 1) && h(i + 1) >= 0));
    const one = places.some((i) => c(i + 1) === 1);
    const more = listed === null && wrong.includes(places.length - 1);
    return { h, c, listed, start, factors, wrong, more, affine, one };
  }

  function weightedReturn(h) {
    const zero = { n: 0n, d: 1n }, at = (i) => h[i] ?? zero;
    const c = h.map((x, i) => minus(x, at(i + 1)));
    const wrong = range(h.length).filter((i) => c[i].n < 0n || at(i + 1).n < 0n);
    const floats = { h: h.map(toFloat), c: c.map(toFloat) };
    if (![...floats.h, ...floats.c].every(Number.isFinite)) {
      throw new BadInput("the weights are too large for a preview");
    }
    return {
      h: (i) => floats.h[i] ?? 0,
      c: (n) => floats.c[n - 1] ?? 0,
      listed: h.length,
      start: h.length,
      factors: [],
      wrong,
      more: false,
      affine: isOne(h[0]),
      one: c.some(isOne),
    };
  }

  // h_i is the sum of the c_n over n > i.
  function fromNstepWeights(c) {
    const h = [];
    let sum = { n: 0n, d: 1n };
    for (const weight of [...c].reverse()) {
      sum = plus(sum, weight);
      h.unshift(sum);
    }
    return weightedReturn(h);
  }

  const range = (size) => Array.from({ length: size }, (_, i) => i);

  // -- f on the circle ----------------------------------------------------------------------------

  // The function from an angle to f(gamma e^{i angle}) = [Re, Im], and how many angles will do.
  function filter(ret, gamma) {
    const size = ret.start + ret.factors.reduce((sum, [, length]) => sum + length, 0);
    let top = range(size).map(ret.h);
    for (const [ratio, length] of ret.factors) {
      top = top.map((x, i) => x - (i < length ? 0 : ratio * top[i - length]));
    }
    const steps = top.map((x, i) => (x - (i > 0 ? top[i - 1] : 0)) * gamma ** i);
    steps.push(-(top[size - 1] ?? 0) * gamma ** size);
    while (steps.length > 1 && Math.abs(steps[steps.length - 1]) < 1e-300) steps.pop();
    const poles = ret.factors.map(([ratio, length]) => [ratio * gamma ** length, length]);
    const f = (angle) => {
      const x = Math.cos(angle), y = Math.sin(angle);
      let re = 0, im = 0;
      for (let i = steps.length - 1; i >= 0; i--) {
        [re, im] = [re * x - im * y + steps[i], re * y + im * x];
      }
      for (const [ratio, length] of poles) {
        const u = 1 - ratio * Math.cos(length * angle), v = -ratio * Math.sin(length * angle);
        const norm = u * u + v * v;
        [re, im] = [(re * u + im * v) / norm, (im * u - re * v) / norm];
      }
      return [re, im];
    };
    const narrow = poles.map(([ratio, length]) => (2 * length) / (1 - ratio));
    const finest = Math.max(64, steps.length, ...narrow);
    return [f, Math.min(16 * Math.ceil(finest), 1 << 16)];
  }

  // The least value of a function of f over the upper half circle, and the angle.  Samples are so
  // dense that a low point is lower than the lowest of them by a few parts in a hundred at most.
  function least(of, f, values) {
    const step = Math.PI / (values.length - 1);
    const sampled = values.map(([re, im]) => of(re, im));
    const at = (angle) => of(...f(angle));
    const low = sampled.reduce((a, b) => Math.min(a, b));
    const high = sampled.reduce((a, b) => Math.max(a, b));
    const near = low + (high - low) / 20;
    return sampled
      .map((value, i) => ({ value, i, angle: i * step }))
      .filter(({ value }) => value <= near)
      .filter(({ value, i }) => !(sampled[i - 1] < value) && !(sampled[i + 1] < value))
      .sort((a, b) => a.value - b.value)
      .slice(0, TRIED)
      .map((point) => {
        const from = Math.max(0, point.angle - step), to = Math.min(Math.PI, point.angle + step);
        const [angle, value] = goldenSection(at, from, to);
        return value < point.value ? { value, angle } : point;
      })
      .reduce((a, b) => (b.value < a.value ? b : a));
  }

  function goldenSection(at, low, high) {
    const part = (Math.sqrt(5) - 1) / 2;
    let [a, b] = [high - part * (high - low), low + part * (high - low)];
    let [left, right] = [at(a), at(b)];
    for (let i = 0; i < 40; i++) {
      if (left < right) {
        [high, b, right] = [b, a, left];
        a = high - part * (high - low);
        left = at(a);
      } else {
        [low, a, left] = [a, b, right];
        b = low + part * (high - low);
        right = at(b);
      }
    }
    return left < right ? [a, left] : [b, right];
  }

  // |1 - h_0| + |c_1| gamma + |c_2| gamma^2 + ...
  function modulus(ret, gamma) {
    const slowest = Math.max(0, ...ret.factors.map(([ratio, length]) => ratio ** (1 / length)));
    const fading = -Math.log(Math.max(slowest, 0.1) * gamma);
    const tail = ret.listed === null ? Math.ceil(60 / fading) : 0;
    let total = Math.abs(1 - ret.h(0)), scale = gamma;
    const last = Math.min(ret.start + tail, 2_000_000);
    for (let n = 1; n <= last; n++, scale *= gamma) total += Math.abs(ret.c(n)) * scale;
    return total;
  }

  function classOf(ret) {
    if (!ret.affine) return "linear";
    if (ret.wrong.length > 0) return "affine";
    return ret.one ? "n-step" : "compound";
  }

  // The first small cycle that has a mode where Re f is negative, and the worst of its modes.
  function witness(f, surely) {
    for (let k = 1; k <= SMALL_CYCLES; k++) {
      let worst = null;
      for (let j = 0; 2 * j <= k; j++) {
        const [value] = gcd(j, k) === 1 ? f((2 * Math.PI * j) / k) : [0];
        if (value < -surely && value < (worst?.value ?? 0)) worst = { cycle: k, mode: j, value };
      }
      if (worst !== null) return worst;
    }
    return null;
  }

  const gcd = (a, b) => (b === 0 ? a : gcd(b, a % b));

  // -- all of it ----------------------------------------------------------------------------------

  function discount(text) {
    const found = rational(text);
    const value = toFloat(found);
    if (found.n <= 0n || found.n >= found.d) {
      throw new BadInput(`expected 0 < gamma < 1, not '${text}'`);
    }
    if (value < 1e-6 || value > 1 - 1e-6) throw new BadInput("too close to 0 or 1 for a preview");
    return value;
  }

  // A return as the page, the address and the command line have it, in text: {kind, list, given}.
  // ``kind`` is weights, nstep-weights or a family; ``given`` are the parameters of a family.
  function read({ kind, list, given }, gamma) {
    if (!isList(kind)) return namedReturn(kind, given, gamma);
    return named("list", () => (
      kind === "weights"
        ? weightedReturn(numbers(cells(list), 0))
        : fromNstepWeights(numbers(cells(list), 1))
    ));
  }

  function preview(asked) {
    const gamma = named("gamma", () => discount(asked.gamma)), ret = read(asked, gamma);
    const [f, points] = filter(ret, gamma);
    const values = range(points + 1).map((i) => f((Math.PI * i) / points));
    const margin = least((re) => re, f, values);
    const largest = values.reduce((most, [re, im]) => Math.max(most, Math.hypot(re, im)), 0);
    const surely = 1e-11 * largest;
    const verdict = margin.value > surely ? "yes" : margin.value < -surely ? "no" : "close";
    const step = verdict === "yes"
      ? least((re, im) => (2 * re) / (re * re + im * im), f, values).value
      : null;
    const shown = ret.listed === null ? ret.start + FIRST : ret.listed + 1;
    return {
      gamma,
      verdict,
      margin: margin.value,
      angle: margin.angle,
      at: f(margin.angle),
      step,
      bound: -least((re, im) => -Math.hypot(1 - re, im), f, values).value,
      beta: modulus(ret, gamma),
      class: classOf(ret),
      weak: ret.wrong.length === 0,
      wrong: ret.wrong,
      more: ret.more,
      witness: verdict === "no" ? witness(f, surely) : null,
      still: largest === 0,
      h: range(shown).map(ret.h),
      c: range(shown - 1).map((i) => ret.c(i + 1)),
      goesOn: ret.listed === null,
      curve: values,
    };
  }

  // The command that decides what the preview shows.
  function command({ kind, list, given, gamma }) {
    const options = Object.entries(given).map(([name, value]) => ` --${name} ${value}`).join("");
    const which = isList(kind) ? `${kind} ${cells(list).join(",")}` : `return ${kind}${options}`;
    return `recency analyze --${which} --gamma ${gamma}`;
  }

  const isList = (kind) => kind === "weights" || kind === "nstep-weights";

  // What stands after the # of an address, and back; null if that is no return.
  function toHash({ kind, list, given, gamma }) {
    const which = isList(kind) ? { [kind]: cells(list).join(",") } : { return: kind, ...given };
    const pairs = Object.entries({ ...which, gamma });
    const plain = (text) => encodeURIComponent(text).replace(/%2F/g, "/").replace(/%2C/g, ",");
    return pairs.map(([name, value]) => `${name}=${plain(value)}`).join("&");
  }

  function fromHash(hash) {
    const pairs = new URLSearchParams(hash.replace(/^#/, "")), gamma = pairs.get("gamma");
    if (gamma === null) return null;
    for (const kind of ["weights", "nstep-weights"]) {
      if (pairs.has(kind)) return { kind, list: pairs.get(kind), given: {}, gamma };
    }
    const kind = pairs.get("return") ?? "";
    if (!Object.hasOwn(FAMILIES, kind)) return null;
    const given = {};
    for (const [name, { usual }] of Object.entries(FAMILIES[kind].parameters)) {
      given[name] = pairs.get(name) ?? usual;
    }
    return { kind, list: "", given, gamma };
  }

  return {
    BadInput, FAMILIES, cells, command, fromHash, isList, numbers, preview, rational, toFloat,
    toHash,
  };
})();

if (typeof module !== "undefined") module.exports = RecencyPreview;

// -- the page -------------------------------------------------------------------------------------

const recencyPage = (() => {
  const LISTS = {
    weights: "weights h on TD errors",
    "nstep-weights": "weights c on n-step returns",
  };
  const SLIDING = 8; // weights that have a slider
  const STEP = 100; // of a slider, in parts of one
  const SOON = 400; // milliseconds without a change before it is said aloud, and in the address

  const byId = (id) => document.getElementById(id);
  const asked = { kind: "weights", list: "1, 1/2, 3/4", given: {}, gamma: "9/10" };
  const typed = new Map(); // the last parameters of each family
  let later = null;

  function element(name, attributes = {}, ...inside) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  }

  // A number of six digits, without zeros at the end.
  function digits(x) {
    const text = String(Number(x.toPrecision(6)));
    return text.replace("-", "−");
  }

  // -- what is asked ------------------------------------------------------------------------------

  function startForm() {
    const kinds = { ...LISTS };
    for (const [name, { words }] of Object.entries(RecencyPreview.FAMILIES)) kinds[name] = words;
    for (const [value, words] of Object.entries(kinds)) {
      byId("kind").append(element("option", { value }, words));
    }
    byId("kind").addEventListener("change", (event) => choose(event.target.value));
    byId("list").addEventListener("input", (event) => {
      asked.list = event.target.value;
      drawSliders();
      update();
    });
    byId("return-form").addEventListener("submit", (event) => event.preventDefault());
    addEventListener("hashchange", fromAddress);
  }

  function choose(kind) {
    asked.kind = kind;
    const parameters = RecencyPreview.FAMILIES[kind]?.parameters ?? {};
    const usual = Object.entries(parameters).map(([name, span]) => [name, span.usual]);
    asked.given = typed.get(kind) ?? Object.fromEntries(usual);
    typed.set(kind, asked.given);
    showForm();
    update();
  }

  function fromAddress() {
    const found = RecencyPreview.fromHash(location.hash);
    if (found !== null) {
      Object.assign(asked, found, { list: found.list || asked.list });
      typed.set(asked.kind, asked.given);
    }
    choose(asked.kind);
  }

  function showForm() {
    byId("kind").value = asked.kind;
    byId("list-field").hidden = !RecencyPreview.isList(asked.kind);
    byId("list").value = asked.list;
    drawSliders();
  }

  function drawSliders() {
    byId("sliders").replaceChildren(...weightSliders(), ...parameterSliders());
  }

  // For each of the first weights: what is slid takes its place in the text.
  function weightSliders() {
    if (!RecencyPreview.isList(asked.kind)) return [];
    const [letter, first] = asked.kind === "weights" ? ["h", 0] : ["c", 1];
    return RecencyPreview.cells(asked.list).slice(0, SLIDING).map((cell, i) => {
      const value = floatOf(cell) ?? 0, name = `weight-${i}`;
      const range = element("input", {
        type: "range", id: name, step: 1 / STEP,
        min: Math.min(-1, Math.floor(value)), max: Math.max(2, Math.ceil(value)), value,
      });
      range.addEventListener("input", () => {
        const listed = RecencyPreview.cells(asked.list);
        listed[i] = range.value;
        asked.list = listed.join(", ");
        byId("list").value = asked.list;
        update();
      });
      const label = element("label", { for: name }, letter, element("sub", {}, String(i + first)));
      return element("div", { class: "slider bare" }, label, range);
    });
  }

  function parameterSliders() {
    const parameters = RecencyPreview.FAMILIES[asked.kind]?.parameters ?? {};
    return [
      ...Object.entries(parameters).map(([name, span]) => slider(name, span, asked.given)),
      slider("gamma", { symbol: "γ", help: "the discount", most: 1, open: true }, asked),
    ];
  }

  // A number by text and by a slider; it is kept in ``owner`` under its name.
  function slider(name, span, owner) {
    const count = span.least !== undefined;
    const step = count ? 1 : 1 / STEP, open = span.open ? step : 0;
    const range = element("input", {
      type: "range", step, "aria-label": `${span.help}, by a slider`,
      min: count ? span.least : open, max: count ? 30 : span.most - (span.below ? step : open),
    });
    const text = element("input", {
      type: "text", id: `given-${name}`, name, spellcheck: "false", "aria-describedby": "problem",
    });
    const slide = () => { range.value = floatOf(text.value) ?? range.value; };
    text.value = owner[name];
    slide();
    text.addEventListener("input", () => {
      owner[name] = text.value.trim();
      slide();
      update();
    });
    range.addEventListener("input", () => {
      text.value = range.value;
      owner[name] = range.value;
      update();
    });
    const label = element("label", { for: text.id, title: span.help }, span.symbol);
    return element("div", { class: "slider" }, label, text, range);
  }

  function floatOf(text) {
    try {
      return RecencyPreview.toFloat(RecencyPreview.rational(text));
    } catch {
      return null;
    }
  }

  // -- what is shown ------------------------------------------------------------------------------

  function update() {
    let found;
    try {
      found = RecencyPreview.preview(asked);
    } catch (problem) {
      if (!(problem instanceof RecencyPreview.BadInput)) throw problem;
      refuse(problem);
      return;
    }
    refuse(null);
    show(found);
    byId("command").textContent = RecencyPreview.command(asked);
    clearTimeout(later);
    later = setTimeout(() => {
      byId("aloud").textContent = verdictOf(found);
      history.replaceState(null, "", address());
    }, SOON);
  }

  const address = () => `${location.href.replace(/#.*/, "")}#${RecencyPreview.toHash(asked)}`;

  function refuse(problem) {
    byId("problem").textContent = problem?.message ?? "";
    byId("shown").hidden = problem !== null;
    for (const field of byId("return-form").querySelectorAll("textarea, input[type=text]")) {
      field.setAttribute("aria-invalid", String(problem !== null && field.name === problem.field));
    }
  }

  function show(found) {
    byId("verdict").className = found.verdict;
    byId("verdict").textContent = verdictOf(found);
    byId("numbers").replaceChildren(...numbersOf(found).flatMap(([name, ...value]) => [
      element("dt", {}, name), element("dd", {}, ...value),
    ]));
    drawBars(byId("chart-h"), "h", 0, found.h, found);
    drawBars(byId("chart-c"), "c", 1, found.c, found);
    drawPlane(byId("chart-plane"), found);
    drawReal(byId("chart-real"), found);
    byId("flagged").hidden = found.weak;
  }

  function verdictOf({ verdict, witness, still }) {
    if (still) return "Every weight is 0: TD with this return never moves.";
    if (verdict === "yes") {
      return "It looks safe: Re f > 0 on the circle, so that expected on-policy TD updates with "
        + "small steps would converge on every finite irreducible MRP.";
    }
    if (verdict === "close") return "Re f comes too close to 0 for a preview; the command decides.";
    if (witness === null) return "It looks unsafe: Re f < 0 somewhere on the circle.";
    const states = witness.cycle === 1 ? "a single state" : `the cycle of ${witness.cycle} states`;
    const value = digits(witness.value);
    return `It looks unsafe: Re f ≈ ${value} < 0 on ${states} (mode ${witness.mode}), `
      + "where TD would diverge with every step size.";
  }

  const CLASSES = {
    "n-step": "n-step return",
    compound: "compound: convex weights on several n-step returns",
    affine: "affine, not convex: some weight on an n-step return is negative",
    linear: "linear, not affine",
  };

  function numbersOf(found) {
    const about = (x) => `≈ ${digits(Math.abs(x) < 1e-12 ? 0 : x)}`;
    const turn = digits(found.angle / (2 * Math.PI)), few = found.wrong.slice(0, 8).join(", ");
    const more = found.more || found.wrong.length > 8 ? ", ..." : "";
    const rows = [
      ["least Re f", `${about(found.margin)}, at ${turn} of a turn`],
      ["max |1 − f|", about(found.bound)],
      ["β", `${about(found.beta)}, the worst contraction factor over all MRPs`],
      ["class", CLASSES[found.class]],
      ["weak recency", found.weak ? "holds" : `violated by the step after i = ${few}${more}`],
    ];
    if (found.step === null) return rows;
    const stable = "a smaller constant step, for all states at once, is stable";
    return [...rows, ["largest step", `${about(found.step)}: ${stable}`]];
  }

  // -- charts -------------------------------------------------------------------------------------

  const EDGE = { left: 44, right: 16, top: 10, bottom: 28 };

  function draw(name, attributes, ...inside) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  }

  // Round numbers in [low, high], not closer than ``closest``.
  function ticks(low, high, most, closest = 0) {
    const rough = (high - low) / most, unit = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(closest, [1, 2, 5, 10].map((x) => x * unit).find((x) => x >= rough));
    const first = Math.ceil(low / step - 1e-9), last = Math.floor(high / step + 1e-9);
    return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
  }

  // An empty chart: the places of x and y in it, and its ticks.
  function chart(svg, [x0, x1], [y0, y1], { across, words }) {
    const { width, height } = svg.viewBox.baseVal;
    const [right, bottom] = [width - EDGE.right, height - EDGE.bottom];
    const x = (value) => EDGE.left + ((value - x0) / (x1 - x0)) * (right - EDGE.left);
    const y = (value) => bottom - ((value - y0) / (y1 - y0)) * (bottom - EDGE.top);
    svg.replaceChildren();
    svg.setAttribute("aria-label", words);
    for (const value of ticks(y0, y1, 5)) {
      const line = { x1: EDGE.left, x2: right, y1: y(value), y2: y(value) };
      svg.append(draw("line", { class: "grid", ...line }));
      const at = { x: EDGE.left - 6, y: y(value) + 4, "text-anchor": "end" };
      svg.append(draw("text", at, digits(value)));
    }
    for (const [value, label] of across) {
      const at = { x: x(value), y: bottom + 18, "text-anchor": "middle" };
      svg.append(draw("text", at, label));
    }
    return { svg, x, y, right, bottom };
  }

  function axis({ svg, x, y, right, bottom }, { across, up }) {
    if (across !== undefined) {
      const place = { x1: EDGE.left, x2: right, y1: y(across), y2: y(across) };
      svg.append(draw("line", { class: "axis", ...place }));
    }
    if (up !== undefined) {
      svg.append(draw("line", { class: "axis", x1: x(up), x2: x(up), y1: EDGE.top, y2: bottom }));
    }
  }

  // The numbers from ``low`` to ``high`` with some air around them.
  function roomy(low, high) {
    const air = (high - low || 1) / 12;
    return [low - air, high + air];
  }

  function drawBars(svg, letter, first, values, { wrong, goesOn }) {
    const few = values.slice(0, 8).map(digits).join(", ");
    const span = [first - 0.7, first + values.length - 0.3];
    const words = `${letter}: ${few}${goesOn || values.length > 8 ? ", ..." : ""}`;
    const plot = chart(svg, span, roomy(smallest(values), largest(values)), {
      across: ticks(...span, 8, 1).map((i) => [i, String(i)]), words,
    });
    const wide = Math.max(0.5, 0.7 * (plot.x(1) - plot.x(0)));
    values.forEach((value, i) => {
      const place = i + first, marked = wrong.includes(place - 1);
      const [top, below] = [plot.y(Math.max(0, value)), plot.y(Math.min(0, value))];
      const bar = { x: plot.x(place) - wide / 2, y: top, width: wide, height: below - top };
      const title = draw("title", {}, `${letter}${place} = ${digits(value)}`);
      svg.append(draw("rect", { class: marked ? "bar wrong" : "bar", ...bar }, title));
      if (marked) svg.append(flag(plot.x(place), plot.bottom));
    });
    axis(plot, { across: 0 });
  }

  // A triangle: the step to this weight violates weak recency.
  function flag(x, bottom) {
    return draw("path", { class: "flag", d: `M${x - 4} ${bottom - 1}h8l-4 -7z` });
  }

  // A line through the points, without those that are next to the last one.
  function path(points) {
    let last = [-9, -9];
    const kept = points.filter((p) => {
      const far = Math.hypot(p[0] - last[0], p[1] - last[1]) > 0.3;
      if (far) last = p;
      return far;
    });
    return `M${kept.map((p) => p.map((v) => v.toFixed(2)).join(" ")).join("L")}`;
  }

  const largest = (values) => values.reduce((a, b) => Math.max(a, b), 0);
  const smallest = (values) => values.reduce((a, b) => Math.min(a, b), 0);

  function drawPlane(svg, { curve, at, margin }) {
    const real = curve.map(([re]) => re), tall = largest(curve.map(([, im]) => Math.abs(im)));
    const most = largest(real), size = Math.max(tall, most, -smallest(real)) || 1;
    const least = Math.min(-size / 4, smallest(real));
    const { width, height } = svg.viewBox.baseVal;
    const shape = (width - EDGE.left - EDGE.right) / (height - EDGE.top - EDGE.bottom);
    const reach = 1.1 * Math.max(tall, (most - least) / 2 / shape), middle = (most + least) / 2;
    const span = [middle - reach * shape, middle + reach * shape];
    const plot = chart(svg, span, [-reach, reach], {
      across: ticks(...span, 5).map((value) => [value, digits(value)]),
      words: `the curve f in the plane; its least real part is about ${digits(margin)}`,
    });
    const zero = plot.x(0), width0 = zero - EDGE.left, height0 = plot.bottom - EDGE.top;
    const lines = Array.from({ length: Math.ceil((width0 + height0) / 12) }, (_, i) => {
      const start = EDGE.left + 12 * i - height0, from = Math.max(start, EDGE.left);
      const to = Math.min(start + height0, zero);
      return `M${from} ${plot.bottom - (from - start)}L${to} ${plot.bottom - (to - start)}`;
    });
    svg.append(draw("rect", {
      class: "unsafe", x: EDGE.left, y: EDGE.top, width: width0, height: height0,
    }), draw("path", { class: "hatch", d: lines.join("") }));
    axis(plot, { across: 0, up: 0 });
    const upper = curve.map(([re, im]) => [plot.x(re), plot.y(im)]);
    const lower = curve.map(([re, im]) => [plot.x(re), plot.y(-im)]).reverse();
    svg.append(draw("path", { class: "curve", d: `${path([...upper, ...lower])}z` }));
    svg.append(draw("circle", { class: "least", cx: plot.x(at[0]), cy: plot.y(at[1]), r: 4 }));
  }

  function drawReal(svg, { curve, margin, angle }) {
    const real = curve.map(([re]) => re), last = real.length - 1;
    const reach = roomy(smallest(real), largest(real));
    const turns = [[0, "0"], [0.25, "π/4"], [0.5, "π/2"], [0.75, "3π/4"], [1, "π"]];
    const plot = chart(svg, [0, 1], reach, {
      across: turns,
      words: `Re f over the angle; it is least, about ${digits(margin)}, at ${digits(angle)}`,
    });
    const height = plot.bottom - plot.y(0), width = plot.right - EDGE.left;
    svg.append(draw("rect", { class: "unsafe", x: EDGE.left, y: plot.y(0), width, height }));
    axis(plot, { across: 0 });
    const line = real.map((re, i) => [plot.x(i / last), plot.y(re)]);
    svg.append(draw("path", { class: "curve", d: path(line) }));
    const mark = { cx: plot.x(angle / Math.PI), cy: plot.y(margin), r: 4 };
    svg.append(draw("circle", { class: "least", ...mark }));
  }

  // -- copying ------------------------------------------------------------------------------------

  async function copy(text, done) {
    try {
      await navigator.clipboard.writeText(text);
    } catch { // not allowed here: as it was done before there was a clipboard
      const area = element("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    byId("copied").textContent = done;
  }

  function startCopying() {
    byId("copy-command").addEventListener("click", () => {
      copy(byId("command").textContent, "The command is copied.");
    });
    byId("copy-link").addEventListener("click", () => copy(address(), "The link is copied."));
  }

  // -- certificates -------------------------------------------------------------------------------

  function startCertificates() {
    const area = byId("certificate"), drop = byId("drop");
    byId("check").addEventListener("click", () => judge(area.value));
    area.addEventListener("paste", () => setTimeout(() => judge(area.value)));
    area.addEventListener("input", () => verdict("", ""));
    byId("file").addEventListener("change", (event) => take(event.target.files[0]));
    byId("example").addEventListener("click", () => {
      area.value = byId("example-certificate").textContent.trim();
      judge(area.value);
    });
    for (const kind of ["dragover", "dragleave", "drop"]) {
      drop.addEventListener(kind, (event) => {
        event.preventDefault();
        drop.classList.toggle("over", kind === "dragover");
        if (kind === "drop") takeDropped(event.dataTransfer);
      });
    }
  }

  function takeDropped(data) {
    if (data.files.length > 0) {
      take(data.files[0]);
    } else {
      byId("certificate").value = data.getData("text");
      judge(byId("certificate").value);
    }
  }

  // The bytes are judged; the text is there to be seen.
  async function take(file) {
    if (file === undefined) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    byId("certificate").value = new TextDecoder().decode(bytes);
    judge(bytes);
  }

  function judge(text) {
    const { ok, says, problem, inForm } = RecencyCertificates.check(text);
    const refused = inForm ? "Refused, it does not prove its claim: " : "Refused, no certificate: ";
    verdict(ok ? "yes" : "no", ok ? "Accepted: " : refused, ok ? says : problem);
  }

  function verdict(kind, ...said) {
    const [first, ...rest] = said;
    byId("checked").className = kind;
    byId("checked").replaceChildren(...(first ? [element("strong", {}, first), ...rest] : []));
  }

  function start() {
    byId("working").hidden = false;
    startForm();
    startCopying();
    startCertificates();
    fromAddress();
  }

  return { start };
})();

if (typeof document !== "undefined") recencyPage.start();
