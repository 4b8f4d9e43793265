/**
 * The shapes that pass between the modules; `/api/openapi.json` describes what the server takes.
 *
 * @typedef {{label: string, kind: string, cells: number[]}} Region
 *
 * @typedef {object} BoardData A puzzle as the server describes it.
 * @property {string | object} rules
 * @property {string} title
 * @property {number} height
 * @property {number} width
 * @property {[number, number][]} places For each cell its row and column.
 * @property {number} auxiliary This many of the last cells stand beside the grid.
 * @property {string[]} symbols What digit 1, 2, … look like.
 * @property {Region[]} regions All groups of cells that are all different.
 * @property {{label: string, cells: number[], holds?: import("./core/rules.js").Formula[] | null}[]} others What must
 *   hold beside them; as formulas where no server judges.
 * @property {{below: string, above: string, margin: number} | null} drawing Of the rules, with a margin in cells.
 * @property {number[]} givens For each cell its given, 0 for none.
 * @property {number[] | null} [entries] What is entered already, where a game begins in the middle.
 * @property {number[][] | null} marks
 * @property {string} text
 * @property {{title: string, author: string, rules: string, decoration?: string}} [about] What its setter says of it; games of old have none.
 * @property {{type: string, means: string}[]} [meanings] The kinds of rules beside the usual ones.
 * @property {string} [source] The file that it came from with its solution and path.
 * @property {string[]} [ignored] What of its text was not understood.
 * @property {Proposal[]} [proposals] What was read from drawings and words.
 *
 * @typedef {{meaning: string, cells: number[], clue: Record<string, any>, fits: boolean | null}} Meaning What a drawn
 *   thing may mean, and whether a stored solution obeys it.
 *
 * @typedef {Meaning & {thing: string, evidence: string, taken: boolean, dropped: string, others: Meaning[]}} Proposal
 *   What was read from it, why, whether the puzzle has it, and what it may mean as well.
 *
 * @typedef {"digit" | "corner" | "centre" | "colour" | "pen"} Layer
 *
 * @typedef {{cell: number, layer: Layer, before: number[], after: number[]}} Change
 * A digit is a list of one; a line is the number of the cell at its end; an empty list is nothing.
 *
 * @typedef {object} Exercise A technique that is the next thing to find.
 * @property {string} technique
 * @property {string} name
 * @property {import("./words.js").Said[]} [said] What it says; the last is its sentence.
 * @property {Candidate[]} placements
 * @property {Candidate[]} eliminations
 *
 * @typedef {[number, number]} Candidate A cell and a digit.
 *
 * @typedef {object} Marking What is lit for a hint or a step.
 * @property {number[]} [cells]
 * @property {number[]} [named] Cells that a sentence speaks of beside these.
 * @property {number[]} [wrong] Cells with a mistake.
 * @property {number[]} [differing] Cells in which solutions differ.
 * @property {number[][]} [sets] Cells of almost locked sets.
 * @property {BoardData["drawing"]} [drawing] Of a clue that is being drawn.
 * @property {number[][]} [houses]
 * @property {{candidate: Candidate, role: string}[]} [candidates]
 * @property {{from: Candidate[], to: Candidate[], strong: boolean}[]} [links]
 */
export {};
