// Checks a certificate that TD learning with a return converges, or diverges on a cycle.
//
// An exact port of numeric_checks/safety/certificate_checker.py, which says what a certificate is
// and why the checks below prove its claim; functions have the same names there, and the same
// docstrings prove their bounds.  It accepts what that one accepts, and nothing else.
//
//     RecencyCertificates.check(text)    {ok: true, says}, or {ok: false, problem, inForm}
//
// The text is a string or the bytes of a file.  ``inForm``: a certificate, but no proof.
"use strict";

const RecencyCertificates = (() => {
  const MAX_BYTES = 20_000_000, MAX_DIGITS = 4000, MAX_COEFFICIENTS = 200_000;
  const MAX_WORK = 3e9;
  // the most digits that Python turns into a number, unless it is told otherwise
  const MAX_PYTHON_DIGITS = 4300;
  const MAX_DEPTH = 500;
  const SHOWN = 8;
  const KEYS = ["format", "schema", "gamma", "return", "claim", "digest"];
  const MORE_KEYS = new Map([
    ["converges", ["margin", "square"]],
    ["diverges", ["cycle", "mode", "real_part"]],
  ]);

  class Rejected extends Error {}
  class NotProved extends Rejected {}

  function check(text) {
    try {
      return { ok: true, says: sentence(verdict(text)) };
    } catch (problem) {
      if (problem instanceof Rejected) {
        return { ok: false, problem: problem.message, inForm: problem instanceof NotProved };
      }
      if (problem instanceof RangeError) { // integers longer than this engine has them
        return { ok: false, problem: "too large to check here", inForm: false };
      }
      throw problem;
    }
  }

  function need(holds, otherwise) {
    if (!holds) throw new Rejected(otherwise);
  }

  function verdict(text) {
    const data = read(text);
    const gamma = rational(data, "gamma");
    need(gamma.n > 0n && gamma.n < gamma.d, "gamma is out of range, expected 0 < gamma < 1");
    const about = data.get("return");
    keys(about, ["numerator", "factors"], "the return");
    const [over, numerator] = polynomial(about.get("numerator"), "the numerator");
    const factors = about.get("factors");
    need(Array.isArray(factors), "the factors are no list");
    const [under, d] = product(factors.map((f, i) => polynomial(f, `factor ${i}`)), gamma);
    const h = numerator.map((a) => under * a), D = d.map((a) => over * a);
    const F = [...h, 0n].map((a, i) => a - (i > 0 ? h[i - 1] : 0n));
    const f = { gamma, F, D, over: over * under };
    const support = factors.length > 0 ? null : h.length;
    const first = quotient(h, D, support === null ? SHOWN : Math.min(support, SHOWN));
    const found = { gamma, h: first, support };
    if (data.get("claim") === "converges") {
      const margin = rational(data, "margin");
      need(margin.n > 0n, "the margin is not positive");
      checkMargin(f, margin, ...polynomial(data.get("square"), "the square"));
      return { ...found, margin };
    }
    const k = data.get("cycle"), j = data.get("mode");
    need(isInteger(k) && isInteger(j), "the cycle or the mode is no integer");
    const prime = k > 0n && 0n <= 2n * j && 2n * j <= k && gcd(j, k) === 1n;
    need(prime, "the mode is not in 0..k/2, prime to k");
    const realPart = data.get("real_part");
    keys(realPart, ["lower", "upper"], "the real part");
    const lower = rational(realPart, "lower"), upper = rational(realPart, "upper");
    const ordered = lower.n * upper.d <= upper.n * lower.d && upper.n < 0n;
    need(ordered, "the real part is not as expected: lower <= upper < 0");
    checkRealPart(f, { n: j, d: k }, lower, upper);
    return { ...found, cycle: k, mode: j, upper };
  }

  // -- what is read -------------------------------------------------------------------------------

  function read(text) {
    const decoded = typeof text === "string" ? text : decode(text);
    const size = typeof text === "string" ? utf8Length(text) : text.length;
    need(size <= MAX_BYTES, `more than ${MAX_BYTES} bytes`);
    if (decoded === null || /\p{Surrogate}/u.test(decoded)) throw notJSON("no Unicode");
    need(longestNumber(decoded) <= MAX_DIGITS, `a number has more than ${MAX_DIGITS} digits`);
    const data = readJSON(decoded);
    need(data instanceof Map, "the certificate is no JSON object");
    const rest = new Map(data);
    rest.delete("digest");
    const more = MORE_KEYS.get(rest.get("claim"));
    need(more !== undefined, "the claim is neither 'converges' nor 'diverges'");
    keys(data, [...KEYS, ...more], "the certificate");
    const digest = sha256(canonical(rest));
    need(data.get("digest") === digest, "the digest does not match: the certificate was changed");
    const known = rest.get("format") === "recency certificate" && rest.get("schema") === 1n;
    need(known, "not a 'recency certificate' of schema 1");
    return rest;
  }

  function decode(bytes) {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return null;
    }
  }

  function utf8Length(text) {
    let length = text.length;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      length += unit < 0x80 ? 0 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
    }
    return length;
  }

  function longestNumber(text) {
    let longest = 0, run = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      run = unit >= 48 && unit <= 57 ? run + 1 : 0;
      if (run > longest) longest = run;
    }
    return longest;
  }

  const notJSON = (what) => new Rejected(`not JSON: '${what}'`);

  // JSON as Python reads it: integers of any length, NaN and Infinity seen (and refused), control
  // characters in strings refused.  Objects become Maps, integers BigInts.
  function readJSON(text) {
    const number = /(-?(?:0|[1-9][0-9]*))((?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)/y;
    const plain = /[^"\\\u0000-\u001f]*/y, blank = /[ \t\n\r]*/y, hex = /[0-9a-fA-F]{4}/y;
    const words = [["true", true], ["false", false], ["null", null]];
    const escapes = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
    let at = 0;

    function match(pattern) {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found !== null) at = pattern.lastIndex;
      return found;
    }
    function fail(expected) {
      return notJSON(`${expected} at character ${at}`);
    }
    function skip(expected) {
      match(blank);
      const found = text[at] === expected;
      if (found) at += 1;
      return found;
    }
    function value(depth) {
      if (depth > MAX_DEPTH) throw fail("nested too deeply");
      if (skip('"')) return string();
      if (skip("[")) return list(depth);
      if (skip("{")) return object(depth);
      for (const [word, meaning] of words) {
        if (text.startsWith(word, at)) {
          at += word.length;
          return meaning;
        }
      }
      for (const word of ["NaN", "Infinity", "-Infinity"]) {
        if (text.startsWith(word, at)) throw noInteger(word);
      }
      const found = match(number);
      if (found === null) throw fail("no value");
      if (found[2] !== "") throw noInteger(found[0]);
      return BigInt(found[1]);
    }
    function noInteger(written) {
      return new Rejected(`${written.slice(0, 20)} is no integer, nor text such as '3/4'`);
    }
    function string() {
      const parts = [];
      for (;;) {
        parts.push(match(plain)[0]);
        const end = text[at];
        if (end !== '"' && end !== "\\") throw fail("a string does not end");
        at += 1;
        if (end === '"') return parts.join("");
        const escape = text[at];
        at += 1;
        if (escape === "u") {
          const code = match(hex);
          if (code === null) throw fail("no \\u escape");
          parts.push(String.fromCharCode(parseInt(code[0], 16)));
        } else if (Object.hasOwn(escapes, escape ?? "")) {
          parts.push(escapes[escape]);
        } else {
          throw fail("no escape");
        }
      }
    }
    function list(depth) {
      const items = [];
      if (skip("]")) return items;
      for (;;) {
        items.push(value(depth + 1));
        if (skip("]")) return items;
        if (!skip(",")) throw fail("no comma");
      }
    }
    function object(depth) {
      const pairs = [];
      let more = !skip("}");
      while (more) {
        if (!skip('"')) throw fail("no key");
        const key = string();
        if (!skip(":")) throw fail("no colon");
        pairs.push([key, value(depth + 1)]);
        more = !skip("}");
        if (more && !skip(",")) throw fail("no comma");
      }
      const found = new Map(pairs);
      need(found.size === pairs.length, "a key occurs twice in an object");
      return found;
    }

    const found = value(0);
    match(blank);
    if (at < text.length) throw fail("more text");
    return found;
  }

  function byCodePoint(a, b) {
    const left = Array.from(a, (c) => c.codePointAt(0));
    const right = Array.from(b, (c) => c.codePointAt(0));
    const i = left.findIndex((c, k) => c !== right[k]);
    return i < 0 ? left.length - right.length : left[i] - (right[i] ?? -1);
  }

  // What Python's json.dumps writes, with sorted keys and no blanks.
  function canonical(value) {
    if (value instanceof Map) {
      const names = [...value.keys()].sort(byCodePoint);
      return `{${names.map((k) => `${canonical(k)}:${canonical(value.get(k))}`).join(",")}}`;
    }
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (typeof value !== "string") return String(value);
    const escape = (c) => `\\u${hex(c.charCodeAt(0), 4)}`;
    return JSON.stringify(value).replace(/[^ -~]/g, escape);
  }

  function keys(value, expected, name) {
    need(value instanceof Map, `${name} is no JSON object`);
    const unknown = [...value.keys()].filter((key) => !expected.includes(key));
    const wrong = [...expected.filter((key) => !value.has(key)), ...unknown].sort(byCodePoint);
    if (wrong.length === 0) return;
    const how = expected.includes(wrong[0]) ? "no" : "the unknown";
    throw new Rejected(`${name} has ${how} key ${quoted(wrong[0])}`);
  }

  // The first 30 characters as Python writes them in ASCII.
  function quoted(key) {
    const text = Array.from(key).slice(0, 30).join("");
    const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
    const named = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\", [quote]: `\\${quote}` };
    const shown = Array.from(text, (c) => {
      const code = c.codePointAt(0);
      if (Object.hasOwn(named, c)) return named[c];
      if (code >= 32 && code < 127) return c;
      if (code < 0x100) return `\\x${hex(code, 2)}`;
      return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
    });
    return `${quote}${shown.join("")}${quote}`;
  }

  const isInteger = (value) => typeof value === "bigint";

  // {n, d}: the number that was written in lowest terms, d > 0.
  function rational(data, key) {
    const text = data.get(key);
    const spelling = /^(-?(?:0|[1-9][0-9]*))(?:\/([1-9][0-9]*))?$/;
    const match = typeof text === "string" ? spelling.exec(text) : null;
    if (match !== null && text !== "-0") {
      const n = BigInt(match[1]), d = BigInt(match[2] ?? 1);
      if (match[2] === undefined || (d > 1n && gcd(n, d) === 1n)) return { n, d };
    }
    throw new Rejected(
      `${key} is no rational number: expected text such as '3/4', in lowest terms`,
    );
  }

  function polynomial(value, name) {
    keys(value, ["denominator", "coefficients"], name);
    const over = value.get("denominator"), a = value.get("coefficients");
    const listed = Array.isArray(a) && a.length <= MAX_COEFFICIENTS;
    need(listed, `${name} is no list, or too long a one`);
    need(isInteger(over) && a.every(isInteger), `${name} is not made of integers`);
    need(a.length === 0 || a[a.length - 1] !== 0n, `the last coefficient of ${name} is zero`);
    const lowest = over > 0n && a.reduce(gcd, over) === 1n;
    need(lowest, `${name} is not in lowest terms, denominator >= 1`);
    return [over, a];
  }

  // -- what is checked ----------------------------------------------------------------------------

  function afford(operations, bits) {
    const work = operations * (100 + Math.floor(bits / 30) ** 2);
    need(work <= MAX_WORK, "too large to check in a few seconds");
  }

  const size = (a) => a.reduce((total, x) => total + abs(x), 0n);
  const notZero = (a) => a.reduce((count, x) => count + (x === 0n ? 0 : 1), 0);

  // Denominator and coefficients of the product, if no factor has a zero in |z| <= gamma.
  function product(factors, gamma) {
    const total = (of) => factors.reduce((sum, factor) => sum + of(...factor), 0);
    const bits = total((over, d) => bitLength(over * size(d)));
    const length = 1 + total((over, d) => d.length), terms = total((over, d) => notZero(d));
    afford(64 + length * (1 + terms), 8 * bits + 2 * bitLength(gamma.d));
    let denominator = 1n, found = [1n];
    factors.forEach(([over, d], i) => {
      if (!hasNoZero(d, gamma)) {
        throw new NotProved(`factor ${i} is not seen to have no zero in |z| <= gamma`);
      }
      const larger = new Array(found.length + d.length - 1).fill(0n);
      d.forEach((b, j) => {
        if (b !== 0n) found.forEach((a, k) => { larger[j + k] += a * b; });
      });
      denominator *= over;
      found = larger;
    });
    return [denominator, found];
  }

  // Whether |d_1| gamma + |d_2| gamma^2 + ... < |d_0|, by Horner's rule with rounding up.
  function hasNoZero(d, gamma) {
    const bits = BigInt(64 + 2 * bitLength(gamma.d));
    let total = 0n;
    for (let i = d.length - 1; i > 0; i--) {
      total = ((total + (abs(d[i]) << bits)) * gamma.n + gamma.d - 1n) / gamma.d;
    }
    return d.length > 0 && total < abs(d[0]) << bits;
  }

  // The first coefficients of a/d by long division, not in lowest terms: over d_0, d_0^2, ...
  function quotient(a, d, count) {
    const tops = [], h = [];
    let below = 1n;
    for (let n = 0; n < count; n++) {
      let top = (a[n] ?? 0n) * below, power = 1n;
      for (let k = 1; k < Math.min(n + 1, d.length); k++) {
        top -= d[k] * power * tops[n - k];
        power *= d[0];
      }
      tops.push(top);
      below *= d[0];
      h.push(below < 0n ? { n: -top, d: -below } : { n: top, d: below });
    }
    return h;
  }

  // t_0 - A_0 >= sum_{k>=1} |t_k - 2 A_k|, where the t_k are off by ``error`` together.
  function checkMargin(f, margin, over, q) {
    const [t, unit, error] = cosineSum(f, margin, over ** 2n);
    const A = q.length > 0 ? autocorrelation(q) : [0n], one = unit / over ** 2n;
    let rest = 0n;
    for (let k = 1; k < Math.max(t.length, A.length); k++) {
      rest += abs((t[k] ?? 0n) - 2n * one * (A[k] ?? 0n));
    }
    const lack = rest - (t[0] - error) + one * A[0];
    if (lack > 0n) {
      const short = shortened({ n: lack, d: unit }, "up");
      throw new NotProved(`the square does not prove the margin: it falls short by ${short}`);
    }
  }

  // sum_k t_k cos(2 pi k turn) is > 0 for the level ``lower``, and < 0 for ``upper``.
  function checkRealPart(f, turn, lower, upper) {
    for (const [level, sign] of [[lower, 1n], [upper, -1n]]) {
      const [t, unit, error] = cosineSum(f, level, level.d);
      const weight = BigInt(t.length) * size(t);
      const bits = 256 + bitLength((weight * level.d) / unit);
      const points = cosines(turn, t.length, bits);
      const total = t.reduce((sum, a, k) => sum + a * points[k], 0n);
      if (sign * total < (error << BigInt(bits)) + 6n * weight) {
        const relation = sign > 0n ? ">=" : "<=";
        throw new NotProved(`Re f is not seen to be ${relation} ${shortened(level)}`);
      }
    }
  }

  // Integers t_k with Re(F conj D) - level |D|^2 = sum_k (t_k/unit) cos(k theta); unit and error.
  function cosineSum({ gamma, F, D, over }, level, fine) {
    const G = Array.from({ length: Math.max(F.length, D.length) }, (_, i) => (
      level.d * (F[i] ?? 0n) - level.n * (D[i] ?? 0n)
    ));
    const degree = G.length + D.length - 2, sizes = size(G) * size(D), unit = level.d * over ** 2n;
    const finest = (BigInt(degree) * sizes * fine * level.d * gamma.d) / unit;
    const bits = Math.max(128, 64 + bitLength(finest));
    const terms = G.length * notZero(D) + 8 * degree;
    afford(terms, bits + bitLength(sizes * fine * gamma.d));
    const [powers, error] = powersOf(gamma, degree, bits);
    const [first, ...rest] = D.map((d) => fine * d);
    const t = G.map((a, i) => first * a * powers[i]);
    rest.forEach((d, before) => {
      if (d === 0n) return;
      const j = before + 1;
      G.forEach((a, i) => { t[Math.abs(i - j)] += d * a * powers[i + j]; });
    });
    return [t, fine * unit * powers[0], fine * error * sizes];
  }

  // Integers g_0 = scale, g_1, ..., g_n with |g_i - gamma^i scale| <= error; and the error.
  function powersOf(gamma, n, bits) {
    const exact = n * bitLength(gamma.d) <= bits;
    const g = [exact ? gamma.d ** BigInt(n) : 1n << BigInt(bits)];
    for (let i = 0; i < n; i++) g.push((g[i] * gamma.n) / gamma.d);
    return [g, exact ? 0n : BigInt(n)];
  }

  // A_k = sum_j q_j q_{j+k}, read off the digits of products of long numbers, to a base X > 2 A_0.
  //
  // A part of q times another one reversed has sums of some q_j q_{j+k} for coefficients.  They are
  // at most A_0 < X/2 in size (Cauchy and Schwarz); adding X/2 to each makes it a digit.
  function autocorrelation(q) {
    const norm = bitLength(2n * q.reduce((total, a) => total + a * a, 0n));
    const digits = Math.floor((norm * 30103) / 100000) + 1; // of the checker in Python
    const fits = q.length * digits <= 4_000_000 && digits <= MAX_PYTHON_DIGITS;
    need(fits, "the square is too large to check in a few seconds");
    const width = Math.floor(norm / 4) + 1, half = 1n << BigInt(4 * width - 1);
    const count = Math.max(1, Math.floor(65_536 / width)); // some engines have no long integers
    const join = (blocks) => BigInt(`0x${blocks.map((b) => hex(b + half, width)).join("")}`);
    const halves = (blocks) => join(new Array(blocks).fill(0n));
    const parts = [];
    for (let i = 0; i < q.length; i += count) {
      const part = q.slice(i, i + count), zero = halves(part.length);
      const up = join(part.slice().reverse()) - zero, down = join(part) - zero;
      parts.push({ start: i, length: part.length, up, down });
    }
    const A = new Array(q.length).fill(0n);
    parts.forEach((late, s) => parts.slice(0, s + 1).forEach((early) => {
      const blocks = late.length + early.length - 1;
      const text = hex(late.up * early.down + halves(blocks), blocks * width);
      for (let i = 0; i < blocks; i++) {
        const k = late.start - early.start + i - (early.length - 1);
        const end = text.length - i * width;
        if (k >= 0) A[k] += BigInt(`0x${text.slice(end - width, end)}`) - half;
      }
    }));
    return A;
  }

  // cos(2 pi k turn) times 2^bits for k = 0, 1, ..., off by at most 6 k, for 0 <= turn <= 1/2.
  function cosines(turn, count, bits) {
    const one = 1n << BigInt(bits + 64), shift = BigInt(bits);
    const x = (2n * pi(one) * turn.n) / turn.d;
    const terms = [one];
    while (terms[terms.length - 1] !== 0n || terms.length < 9) {
      terms.push((terms[terms.length - 1] * x) / (one * BigInt(terms.length)));
    }
    const every = (first) => terms.reduce((sum, a, i) => (i % 4 === first ? sum + a : sum), 0n);
    const u = (every(0) - every(2)) >> 64n, v = (every(1) - every(3)) >> 64n;
    const found = [1n << shift];
    let a = found[0], b = 0n;
    while (found.length < count) {
      [a, b] = [(a * u - b * v) >> shift, (a * v + b * u) >> shift];
      found.push(a);
    }
    return found;
  }

  // 16 arctan(1/5) - 4 arctan(1/239) times ``one``, off by less than 20 times the bits of one.
  function pi(one) {
    let total = 0n;
    for (const [weight, m] of [[16n, 5n], [-4n, 239n]]) {
      let power = one / m, n = 1n;
      while (power !== 0n) {
        total += weight * (2n - (n % 4n)) * (power / n);
        power /= m * m;
        n += 2n;
      }
    }
    return total;
  }

  // -- what is said -------------------------------------------------------------------------------

  function sentence({ gamma, h, support, margin, cycle, mode, upper }) {
    const more = support !== null && support <= SHOWN ? "" : ", ...";
    const td = `TD with h = (${h.map((x) => shortened(x)).join(", ")}${more})`;
    const radius = shortened(gamma);
    if (margin !== undefined) {
      const where = "on every finite irreducible Markov reward process";
      const bound = `Re f(z) >= ${shortened(margin, "down")} wherever |z| = ${radius}`;
      return `${bound}: on-policy ${td} converges ${where}`;
    }
    const bound = `Re f(z) <= ${shortened(upper, "up")} at |z| = ${radius}`;
    const states = `${cycle} state${cycle === 1n ? "" : "s"}, mode ${mode}`;
    return `${bound}, ${mode}/${cycle} of a turn: ${td} diverges on the cycle of ${states}`;
  }

  // The number in lowest terms, or six digits of it if that is long.
  function shortened(x, rounding = "nearest") {
    const lowest = shortFraction(x);
    if (lowest === null) return sixDigits(x, rounding);
    return lowest.d === 1n ? String(lowest.n) : `${lowest.n}/${lowest.d}`;
  }

  // The number in lowest terms if both are less than 10^12, by Euclid's algorithm; else null.
  function shortFraction({ n, d }) {
    let [a, b] = [abs(n), d], [p, before, q, last] = [1n, 0n, 0n, 1n];
    while (b !== 0n) {
      const whole = a / b;
      [a, b] = [b, a - whole * b];
      [p, before, q, last] = [whole * p + before, p, whole * q + last, q];
      if (p >= 10n ** 12n || q >= 10n ** 12n) return null;
    }
    return { n: n < 0n ? -p : p, d: q };
  }

  // n/d as decimal arithmetic of six digits writes it.
  function sixDigits({ n, d }, rounding) {
    const places = 6, top = abs(n), shift = String(d).length - String(top).length + places + 1;
    const ten = 10n ** BigInt(Math.abs(shift));
    const [above, below] = shift >= 0 ? [top * ten, d] : [top, d * ten];
    let digits = above / below, exponent = -shift;
    const exact = above % below === 0n;
    while (exact && exponent < 0 && digits % 10n === 0n) {
      digits /= 10n;
      exponent += 1;
    }
    const drop = String(digits).length - places;
    if (drop > 0) {
      const unit = 10n ** BigInt(drop), rest = digits % unit;
      digits /= unit;
      exponent += drop;
      const far = 2n * rest > unit || (2n * rest === unit && (!exact || digits % 2n === 1n));
      const away = { nearest: far, up: n > 0n, down: n < 0n }[rounding];
      if (away && !(exact && rest === 0n)) digits += 1n;
      if (String(digits).length > places) {
        digits /= 10n;
        exponent += 1;
      }
    }
    return (n < 0n ? "-" : "") + placed(String(digits), exponent);
  }

  function placed(digits, exponent) {
    const left = exponent + digits.length;
    if (exponent <= 0 && left > 0) return digits.slice(0, left) + point(digits.slice(left));
    if (exponent <= 0 && left > -6) return `0.${"0".repeat(-left)}${digits}`;
    const power = left - 1;
    return `${digits[0]}${point(digits.slice(1))}E${power < 0 ? "-" : "+"}${Math.abs(power)}`;
  }

  const point = (digits) => (digits === "" ? "" : `.${digits}`);

  // -- integers -----------------------------------------------------------------------------------

  const hex = (value, width) => value.toString(16).padStart(width, "0");

  const abs = (x) => (x < 0n ? -x : x);

  function gcd(a, b) {
    [a, b] = [abs(a), abs(b)];
    while (b !== 0n) [a, b] = [b, a % b];
    return a;
  }

  function bitLength(x) {
    const digits = abs(x).toString(16);
    return x === 0n ? 0 : 4 * digits.length - Math.clz32(parseInt(digits[0], 16)) + 28;
  }

  // The largest integer whose power is at most x.
  function root(x, power) {
    let low = 0n, high = 1n << BigInt(Math.ceil(bitLength(x) / Number(power)));
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (middle ** power <= x) low = middle;
      else high = middle;
    }
    return low;
  }

  // -- SHA-256 of a text in ASCII -----------------------------------------------------------------

  // the first 32 bits of the fractional parts of the roots of the first primes
  function rootBits(prime, power) {
    return Number(BigInt.asUintN(32, root(prime << (32n * power), power)));
  }
  const PRIMES = Array.from({ length: 312 }, (_, i) => BigInt(i)).filter(
    (n, _, all) => n > 1n && all.every((m) => m < 2n || m * m > n || n % m !== 0n),
  );
  const START = PRIMES.slice(0, 8).map((prime) => rootBits(prime, 2n));
  const ROUNDS = PRIMES.map((prime) => rootBits(prime, 3n));

  function sha256(text) {
    const bytes = new Uint8Array(64 * Math.ceil((text.length + 9) / 64));
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    bytes[text.length] = 0x80;
    const view = new DataView(bytes.buffer);
    view.setBigUint64(bytes.length - 8, 8n * BigInt(text.length));
    const turned = (x, k) => (x >>> k) | (x << (32 - k));
    const state = Uint32Array.from(START), w = new Uint32Array(64);
    for (let start = 0; start < bytes.length; start += 64) {
      for (let i = 0; i < 64; i++) {
        if (i < 16) {
          w[i] = view.getUint32(start + 4 * i);
        } else {
          const x = w[i - 15], y = w[i - 2];
          w[i] = w[i - 16] + (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3))
            + w[i - 7] + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10));
        }
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i++) {
        const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g))
          + ROUNDS[i] + w[i]) | 0;
        const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22))
          + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((x, i) => { state[i] += x; });
    }
    return Array.from(state, (x) => hex(x, 8)).join("");
  }

  return { check };
})();

if (typeof module !== "undefined") module.exports = RecencyCertificates;
