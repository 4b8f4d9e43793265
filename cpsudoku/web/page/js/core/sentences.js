import { cellsIn, digitsIn, distinct, Naming } from "./naming.js";

/**
 * Steps in sentences, made from their evidence as `cpsudoku.logic.sentences` makes them: both give the
 * same trees for the templates of `words/`, which a test holds against each other.
 *
 * @typedef {(step: Found, words: Naming) => Said} Explainer
 */

const NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LONGEST_IN_WORDS = 6;
const LONGEST_NET = 14;

/** @param {Found} step @param {Naming} words @param {Explainer} explain @returns {Said} */
function together(step, words, explain) {
  const parts = step.evidence.inner.map((inner) => explain(inner, words));
  if (parts.length === 1) return parts[0];
  return words.step("together", step, { parts: parts.map((said, at) => ({ say: "part", number: at + 1, said })) });
}

/** @type {Explainer} */
function fullHouse(step, words) {
  const [[cell, digit]] = step.placements;
  return words.step("full house", step, {
    cell: words.cell(cell), house: words.house(step.evidence.base[0]), digit: words.digit(digit),
  });
}

/** @type {Explainer} */
function hiddenSingle(step, words) {
  const [[cell, digit]] = step.placements;
  const [house] = step.evidence.base;
  const others = words.regions[house].cells.filter((one) => one !== cell && !words.placed[one]);
  const barring = words.cells(barringOf(words, others, digit));
  return words.step(barring.length ? "hidden single" : "hidden single by marks", step, {
    house: words.house(house), cell: words.cell(cell), digit: words.digit(digit), barring,
  });
}

/** Few placed cells of a digit that see all these cells; none if no cells do. @param {Naming} words @param {number[]} cells @param {number} digit */
function barringOf(words, cells, digit) {
  const placed = [...words.placed.keys()].filter((cell) => words.placed[cell] === digit);
  const found = [];
  for (let left = cells; left.length;) {
    const seen = placed.map((one) => left.filter((cell) => words.sees(one, cell)).length);
    const most = Math.max(0, ...seen);
    if (!most) return [];
    const best = placed[seen.indexOf(most)];
    found.push(best);
    left = left.filter((cell) => !words.sees(best, cell));
  }
  return found;
}

/** @type {Explainer} */
function nakedSingle(step, words) {
  const [[cell, digit]] = step.placements;
  const seen = new Set(words.placed.filter((value, other) => value && words.sees(cell, other)));
  const key = seen.size === words.symbols.length - 1 ? "naked single" : "naked single by marks";
  return words.step(key, step, { cell: words.cell(cell), digit: words.digit(digit) });
}

/** @type {Explainer} */
function confined(step, words) {
  const { candidates, cells, base, cover } = step.evidence;
  const [, direct = "", kind] = /^(direct )?(pointing|claiming|hidden)?/.exec(step.technique) ?? [];
  const key = kind === "hidden" ? kind : kind ? "locked" : "naked";
  return words.step(`${direct}${key}${direct && key === "locked" && cover.length > 1 ? " in house" : ""}`, step, {
    digits: words.digits(digitsIn(candidates)),
    cells: words.cells(cells),
    base: words.houses(base),
    cover: words.houses(cover.slice(0, 1)),
    third: words.houses(cover.slice(1, 2)),
    placed: words.cells(cellsIn(step.placements)),
    digit: words.digits(digitsIn(step.placements)),
  });
}

/** Whether a chain closes, and its lines that are the loop itself. @param {Found} step @returns {Line[]} */
function loopOf({ technique, evidence: { proofs, candidates } }) {
  if (!/^(grouped )?continuous nice loop$/.test(technique) || proofs.length !== 2) return [];
  let left = candidates.length;
  const end = proofs[0].findIndex((line) => (left -= line.candidates.length) < 0);
  return end < 0 ? proofs[0] : proofs[0].slice(0, end);
}

/** @type {Explainer} */
function chain(step, words) {
  const { proofs } = step.evidence;
  if (!proofs.length) return together(step, words, chain);
  const nodes = loopOf(step).map((line) => words.sign(line));
  if (nodes.length) return words.step("loop", step, { nodes });
  if (proofs.length > 1) return cases(step, words);
  const [first, last] = [proofs[0][0], proofs[0][proofs[0].length - 1]];
  const isSame = String(first.candidates) === String(last.candidates);
  return words.step(first.truth ? "refutation" : isSame ? "contradiction" : "ends", step, {
    supposed: words.isTrue(first.candidates, first.truth),
    then: inWords(proofs[0], words),
    first: words.isTrue(first.candidates),
    last: words.isTrue(last.candidates),
  });
}

/** @param {Line[]} proof @param {Naming} words @returns {Said} */
function inWords([first, ...lines], words) {
  if (lines.length >= LONGEST_IN_WORDS) return { say: "then in signs", lines: lines.map((line) => words.sign(line)) };
  return lines.length ? { say: "then", lines: lines.map((line) => clause(line, words)) } : "";
}

/** @param {Line} line @param {Naming} words @returns {Said} */
function clause({ candidates, truth, reason, number, premises }, words) {
  const said = words.isTrue(candidates, truth);
  if (reason === "house") return { say: "clause by house", said, house: words.house(number) };
  return reason === "cell" && premises.length === 1 ? { say: "clause by cell", said } : said;
}

/** @type {Explainer} */
const cases = (step, words) =>
  words.step("cases", step, { cases: step.evidence.proofs.map((proof) => caseOf(proof, words, caseFor(proof, step))) });

/** @param {Line[]} proof @param {Naming} words @param {Line[]} [needed] @returns {Said} */
const caseOf = (proof, words, needed = proof) =>
  ({ say: "case", supposed: words.isTrue(proof[0].candidates, proof[0].truth), then: inWords(needed, words) });

/** The lines of a case that its first conclusion of a step rests on. @param {Line[]} proof @param {Found} step */
function caseFor(proof, { eliminations, placements }) {
  const goals = new Set([...eliminations, ...placements].map(String));
  const at = proof.findIndex((line, index) => index > 0 && line.candidates.some((one) => goals.has(String(one))));
  const needed = new Set([at < 0 ? proof.length - 1 : at]);
  for (const line of needed) for (const premise of proof[line].premises) needed.add(premise);
  return proof.filter((_, index) => needed.has(index));
}

/** @type {Explainer} */
const remotePair = (step, words) => words.step("remote pair", step, {
  cells: words.cells(step.evidence.cells), digits: words.digits(words.left(step.evidence.cells[0])),
});

/** @type {Explainer} */
function wWing(step, words) {
  const [proof] = step.evidence.proofs;
  const [one, kept] = proof[0].candidates[0];
  const [other] = proof[proof.length - 1].candidates[0];
  return words.step("w-wing", step, {
    cells: words.cells([one, other]),
    digits: words.digits(words.left(one)),
    house: words.house(proof[3].number),
    joined: words.digit(proof[3].candidates[0][1]),
    places: words.cells(proof.slice(2, 4).flatMap((line) => cellsIn(line.candidates))),
    kept: words.digit(kept),
  });
}

/** @type {Explainer} */
function fish(step, words) {
  const { inner, fins, endo_fins: endoFins } = step.evidence;
  if (inner.length) {
    const [first, second] = inner.map((one) => fish(one, words));
    return words.step("siamese fish", step, { first, second });
  }
  const number = new Set([...fins, ...endoFins].map(String)).size;
  return words.step(number ? "finned fish" : "fish", step, { ...finsOf(step.evidence, words), number });
}

/** @param {Evidence} evidence @param {Naming} words @returns {Record<string, Said>} */
function finsOf({ fins, endo_fins: endoFins, base, cover, candidates }, words) {
  const [outside, twice] = [cellsIn(fins), cellsIn(endoFins)];
  const isFinned = outside.some((cell) => !twice.includes(cell));
  const said = [{ say: isFinned ? "places with fins" : "places", cover: words.houses(cover), cells: words.cells(outside) }];
  const more = twice.length ? [{ say: "endo-fins", cells: words.cells(twice) }] : [];
  return { base: words.houses(base), digit: words.digits(digitsIn(candidates)), cover: words.houses(cover), places: [...said, ...more] };
}

/** @type {Explainer} */
function kraken(step, words) {
  const { fins, proofs } = step.evidence;
  const supposed = proofs.map(([line]) => line.candidates[0]);
  const inside = supposed.filter((one) => !fins.some((fin) => String(fin) === String(one)));
  return words.step(inside.length ? "kraken fish of cells" : "kraken fish", step, {
    ...finsOf(step.evidence, words),
    inside: words.cells(cellsIn(inside)),
    supposed: words.cells(cellsIn(supposed)),
    cases: proofs.map((proof) => caseOf(proof, words)),
  });
}

/** @type {Explainer} */
function wing(step, words) {
  const [pivot, ...pincers] = step.evidence.cells;
  const [[, last]] = step.eliminations;
  const own = words.left(pivot);
  const hasLast = own.includes(last);
  const parts = own.filter((digit) => digit !== last).flatMap((digit) =>
    pincers.filter((pincer) => words.left(pincer).includes(digit)).map((pincer) =>
      ({ say: "pivot", digit: words.digit(digit), cell: words.cell(pincer), last: words.digit(last) })));
  return words.step(hasLast ? "wing with pivot" : "wing", step, {
    cell: words.cell(pivot),
    digits: words.digits(own),
    cases: parts,
    last: words.digit(last),
    cells: words.cells(hasLast ? [pivot, ...pincers] : pincers),
  });
}

/** @type {Explainer} */
function wxyzWing(step, words) {
  const { cells } = step.evidence;
  const [[, last]] = step.eliminations;
  const places = (/** @type {number} */ digit) => words.cells(cells.filter((cell) => words.left(cell).includes(digit)));
  const digits = distinct(cells.flatMap((cell) => words.left(cell)));
  return words.step("wxyz-wing", step, {
    cells: words.cells(cells),
    digits: words.digits(digits),
    others: digits.filter((digit) => digit !== last).map((digit) =>
      ({ say: "digit of cells", digit: words.digit(digit), cells: places(digit) })),
    last: words.digit(last),
    places: places(last),
  });
}

/** @type {Explainer} */
function colours(step, words) {
  const { colours: classes, candidates } = step.evidence;
  const isSeveral = digitsIn(classes.flat()).length > 1;
  const gone = new Set(step.eliminations.map(String));
  const impossible = classes.findIndex((found) => found.every((one) => gone.has(String(one))));
  return words.step(isSeveral ? "colours of digits" : "colours", step, {
    digits: words.digits(digitsIn(candidates)),
    classes: classes.map((found, at) =>
      ({ say: "named", name: NAMES[at], said: isSeveral ? words.candidates(found) : words.cells(cellsIn(found)) })),
    pairs: classes.flatMap((_, at) => (at % 2 ? [] : [{ say: "either", parts: [...NAMES.slice(at, at + 2)] }])),
    reason: impossible >= 0 ? { say: "colour cannot be", name: NAMES[impossible] } :
      { say: classes.length > 2 ? "colours exclude" : "both exclude" },
  });
}

/** @type {Explainer} */
function template(step, words) {
  const own = digitsIn([...step.placements, ...step.eliminations]);
  const placed = digitsIn(step.evidence.inner.flatMap(({ placements }) => placements));
  const others = words.digits(placed.filter((digit) => !own.includes(digit)));
  return words.step(step.placements.length ? "template set" : "template delete", step, {
    digits: words.digits(own), before: others.length ? { say: "given others", digits: others } : "",
  });
}

/** @type {Explainer} */
function tridagon(step, words) {
  const { cells, candidates, proofs } = step.evidence;
  const guardians = new Set(candidates.map(String));
  return words.step(guardians.size === 1 ? "tridagon" : "guarded tridagon", step, {
    cells: words.cells(cells),
    digits: words.digits(cells.flatMap((cell) => words.left(cell).filter((digit) => !guardians.has(String([cell, digit]))))),
    one: words.isTrue(candidates),
    guardians: words.candidates(candidates, "or"),
    cases: proofs.filter((proof) => proof.length > 2).map((proof) => caseOf(proof, words)),
  });
}

/** @type {Explainer} */
function net(step, words) {
  const { proofs } = step.evidence;
  if (!proofs.length) return together(step, words, net);
  const parts = proofs.map((proof) =>
    ({ say: "case", supposed: words.isTrue(proof[0].candidates, proof[0].truth), then: consequences(proof, words) }));
  return words.step(parts.length > 1 ? "cases" : "opposite", step, { cases: parts });
}

/** @param {Line[]} proof @param {Naming} words @returns {Said} */
function consequences(proof, words) {
  const isLinear = proof.every(({ premises }, at) => !at || String(premises) === String(at - 1));
  if (isLinear && proof.length <= LONGEST_NET) return inWords(proof, words);
  const { candidates, truth } = proof[proof.length - 1];
  return { say: "implications", number: proof.length - 1, said: words.isTrue(candidates, truth) };
}

/** @param {Evidence["sets"][number]} set @param {Naming} words @returns {Said} */
const setOf = ({ cells, digits }, words) => ({ say: "digits of cells", cells: words.cells(cells), digits: words.digits(digits) });

/** @type {Explainer} */
const almostLocked = (step, words) => ({
  say: "step sets",
  sets: step.evidence.sets.map((set, at) => ({ say: "named", name: NAMES[at % NAMES.length], said: setOf(set, words) })),
  stem: step.evidence.cells.length ? { say: "stem", cells: words.cells(step.evidence.cells) } : "",
  said: cases(step, words),
});

/** @type {Explainer} */
function sueDeCoq(step, words) {
  const { base, cells, sets: [middle, ...others] } = step.evidence;
  return words.step("sue de coq", step, {
    base: words.houses(base),
    middle: setOf(middle, words),
    sides: others.map((set) => setOf(set, words)),
    number: cells.length,
    digits: words.digits([middle, ...others].flatMap(({ digits }) => digits)),
  });
}

/** @type {Explainer} */
const multiSector = (step, words) => words.step("multi-sector", step, {
  number: step.evidence.cells.length,
  cells: words.cells(step.evidence.cells),
  counted: step.evidence.cover.map((house, at) =>
    ({ say: "named", name: words.house(house), said: words.digits(step.evidence.sets[at].digits) })),
});

/** @type {Explainer} */
function aligned(step, words) {
  const others = words.cells(step.evidence.sets.flatMap(({ cells }) => cells));
  return words.step("aligned", step, {
    cells: words.cells(step.evidence.cells),
    gone: words.candidates(step.eliminations, "or"),
    beside: others.length ? { say: "or take last", cells: others } : "",
  });
}

/** @type {Explainer} */
function rectangle(step, words) {
  const { cells, candidates } = step.evidence;
  const [corners, pair] = [cells.slice(0, 4), digitsIn(candidates)];
  /** @type {Candidate[]} */
  const extras = corners.flatMap((cell) =>
    words.left(cell).filter((digit) => !pair.includes(digit)).map((digit) => /** @type {[number, number]} */ ([cell, digit])));
  const gone = digitsIn(step.eliminations);
  const reason = {
    say: step.technique,
    extras: words.cells(cellsIn(extras)),
    digits: words.digits(digitsIn(extras)),
    others: words.cells(cells.slice(4)),
    kept: words.digits(pair.filter((digit) => !gone.includes(digit))),
    gone: words.digits(gone),
    places: words.cells(cellsIn(step.eliminations)),
  };
  return words.step("rectangle", step, { cells: words.cells(corners), digits: words.digits(pair), reason });
}

/** @type {Explainer} */
function avoidable(step, words) {
  const corners = step.evidence.cells.slice(0, 4);
  return words.step("avoidable", step, {
    cells: words.cells(corners),
    placed: words.cells(corners.filter((cell) => words.placed[cell])),
    left: words.cells(corners.filter((cell) => !words.placed[cell])),
  });
}

/** @type {Explainer} */
function uniqueLoop(step, words) {
  const { inner, cells, candidates } = step.evidence;
  if (inner.length) return together(step, words, uniqueLoop);
  const pair = words.left(cells[0]).filter((digit) => !candidates.some((one) => String(one) === String([cells[0], digit])));
  return { say: "step unique loop", cells: words.cells(cells), digits: words.digits(pair), said: guardians(step, words) };
}

/** @type {Explainer} */
const grave = (step, words) =>
  ({ say: "step grave", extras: words.candidates(step.evidence.candidates), said: guardians(step, words) });

/** @type {Explainer} */
function guardians(step, words) {
  const { candidates, sets, base } = step.evidence;
  if (candidates.length === 1) return words.step("guardian", step, { one: words.isTrue(candidates) });
  const key = sets.length ? "guardians with sets" : base.length ? "guardians in house" : "guardians";
  return words.step(key, step, {
    one: words.candidates(candidates, "or"),
    others: words.cells(sets.flatMap(({ cells }) => cells)),
    digits: words.digits([...sets.flatMap(({ digits }) => digits), ...digitsIn(candidates)]),
    base: words.houses(base),
    cells: words.cells(cellsIn(candidates)),
  });
}

/** What explains steps, as `cpsudoku.logic.sentences.patterns` calls it. @type {Record<string, Explainer>} */
const EXPLAINERS = {
  full_house: fullHouse, naked_single: nakedSingle, hidden_single: hiddenSingle, confined, fish, kraken, almost_locked: almostLocked,
  sue_de_coq: sueDeCoq, multi_sector: multiSector, aligned, chain, remote_pair: remotePair, w_wing: wWing, net, wing,
  wxyz_wing: wxyzWing, rectangle, avoidable, loop: uniqueLoop, grave, colours, template, tridagon,
  searched: (step, words) => words.step("brute force", step),
};

/**
 * Return why a step follows, for the templates of a language.
 * @param {Found} step @param {Naming} words @param {string} how What explains its technique.
 */
export const sentenceOf = (step, words, how) => (EXPLAINERS[how] ? EXPLAINERS[how](step, words) : words.follows(step));
