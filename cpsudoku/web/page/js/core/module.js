/** The compiled core: a file of WebAssembly that answers texts with texts. */

const CELLS = 81;
/** A puzzle and the end of its line. */
const ROW = CELLS + 1;
/** This many puzzles go to the core at once: what is written for them stays in the processor's cache. */
const BLOCK = 1024;

const writer = new TextEncoder();
const reader = new TextDecoder("latin1");

/** What the core needs of a host: a clock and a place for messages. @param {() => DataView} memory */
function host(memory) {
  const done = () => 0;
  const system = {
    /** @param {number} _ @param {bigint} __ @param {number} at */
    clock_time_get(_, __, at) {
      memory().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    /** @param {number} count @param {number} size */
    environ_sizes_get(count, size) {
      memory().setUint32(count, 0, true);
      memory().setUint32(size, 0, true);
      return 0;
    },
    /** @param {number} code */
    proc_exit(code) {
      throw new Error(`the core has ended: ${code}`);
    },
  };
  const others = { get: (/** @type {any} */ own, /** @type {string} */ name) => own[name] ?? done };
  return new Proxy({}, { get: () => new Proxy(system, others) });
}

/** The core, once it is loaded. */
export class Core {
  /** @param {any} functions What the file exports. */
  constructor(functions) {
    this.functions = functions;
    this.board = { text: "", at: 0 };
    /** Where counts, solutions and puzzles of a block are, once there was one. */
    this.room = 0;
  }

  /** @param {BufferSource} bytes @returns {Promise<Core>} */
  static async from(bytes) {
    /** @type {any} */
    let functions;
    const module = await WebAssembly.compile(bytes);
    const imports = host(() => new DataView(functions.memory.buffer));
    const needed = Object.fromEntries(WebAssembly.Module.imports(module).map((one) => [one.module, imports]));
    for (const name of Object.keys(needed)) needed[name] = /** @type {any} */ (imports)[name];
    functions = (await WebAssembly.instantiate(module, needed)).exports;
    functions._initialize?.();
    return new Core(functions);
  }

  /** Write a text where the core can read it. @param {string} text */
  put(text) {
    const bytes = writer.encode(text);
    const at = this.functions.cpsudoku_take(bytes.length + 1);
    const place = new Uint8Array(this.functions.memory.buffer, at, bytes.length + 1);
    place.set(bytes);
    place[bytes.length] = 0;
    return at;
  }

  /**
   * @param {string} board Rules, as JSON.
   * @param {object} question
   * @returns {any}
   */
  answer(board, question) {
    if (this.board.text !== board) {
      this.functions.cpsudoku_give(this.board.at);
      this.board = { text: board, at: this.put(board) };
    }
    const asked = this.put(JSON.stringify(question));
    const found = this.functions.cpsudoku_answer(this.board.at, asked);
    this.functions.cpsudoku_give(asked);
    const bytes = new Uint8Array(this.functions.memory.buffer, found);
    return JSON.parse(new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0))));
  }

  /**
   * Count the solutions of many classic puzzles.
   * @param {string[]} puzzles 81 characters each.
   * @param {number} limit
   * @returns {{counts: number[], solutions: string[]}}
   */
  solveMany(puzzles, limit = 2) {
    const { memory, cpsudoku_take: take, cpsudoku_solve_many: solve } = this.functions;
    this.room ||= take((8 + CELLS + ROW) * BLOCK);
    const [counts, solutions, rows] = [0, 8, 8 + CELLS].map((bytes) => this.room + bytes * BLOCK);
    /** @type {{counts: number[], solutions: string[]}} */
    const found = { counts: [], solutions: [] };
    for (let first = 0; first < puzzles.length; first += BLOCK) {
      const block = puzzles.slice(first, first + BLOCK);
      const { read } = writer.encodeInto(block.join("\n"), new Uint8Array(memory.buffer, rows, ROW * BLOCK));
      const isWhole = read === ROW * block.length - 1;
      const wrong = isWhole ? solve(rows, ROW, block.length, limit, counts, solutions) : 1 + block.findIndex(({ length }) => length !== CELLS);
      if (wrong) throw new Error(`puzzle ${first + wrong} is not of 81 digits and blanks`);
      found.counts.push(...Array.from(new BigUint64Array(memory.buffer, counts, block.length), Number));
      const text = reader.decode(new Uint8Array(memory.buffer, solutions, CELLS * block.length));
      found.solutions.push(...block.map((_, at) => text.slice(CELLS * at, CELLS * (at + 1))));
    }
    return found;
  }
}
