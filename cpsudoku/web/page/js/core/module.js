/** The compiled core: a file of WebAssembly that answers texts with texts. */

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
    const bytes = new TextEncoder().encode(text);
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
    const size = puzzles.length;
    const [rows, counts, solutions] = [this.put(puzzles.join("\n")), this.functions.cpsudoku_take(8 * size), this.functions.cpsudoku_take(81 * size)];
    const wrong = this.functions.cpsudoku_solve_many(rows, 82, size, limit, counts, solutions);
    const found = Array.from(new BigInt64Array(this.functions.memory.buffer, counts, size), Number);
    const text = new TextDecoder().decode(new Uint8Array(this.functions.memory.buffer, solutions, 81 * size));
    for (const at of [rows, counts, solutions]) this.functions.cpsudoku_give(at);
    if (wrong) throw new Error(`puzzle ${wrong} has a character that is neither a digit nor a blank`);
    return { counts: found, solutions: found.map((_, at) => text.slice(81 * at, 81 * at + 81)) };
  }
}
