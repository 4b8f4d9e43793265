/**
 * The compression of links: LZ-String by P. Gomes, in its Base64 form, as `cpsudoku.formats.setters.lzstring`
 * describes it. A kind of LZW over UTF-16 units whose codes grow by a bit as its dictionary does.
 */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const [NARROW, WIDE, END] = [0, 1, 2];
/** A link that unpacks to more characters is refused. */
const MOST = 4_000_000;

/** @param {string} text @returns {string} As Base64. */
export function compressed(text) {
  /** @type {number[]} */
  const bits = [];
  /** @type {Map<string, number>} */
  const codes = new Map();
  /** @type {Set<string>} */
  const fresh = new Set();
  let [width, room, piece] = [2, 2, ""];
  const number = (/** @type {number} */ value, /** @type {number} */ size) => {
    for (let place = 0; place < size; place++) bits.push((value >> place) & 1);
  };
  const grow = () => {
    room -= 1;
    if (room === 0) [room, width] = [2 ** width, width + 1];
  };
  const send = (/** @type {string} */ one) => {
    if (fresh.delete(one)) {
      const isWide = one.charCodeAt(0) >= 256;
      number(isWide ? WIDE : NARROW, width);
      number(one.charCodeAt(0), isWide ? 16 : 8);
      grow();
    } else number(codes.get(one) ?? 0, width);
    grow();
  };
  for (const unit of text.split("")) {
    if (!codes.has(unit)) {
      codes.set(unit, codes.size + 3);
      fresh.add(unit);
    }
    if (codes.has(piece + unit)) {
      piece += unit;
      continue;
    }
    send(piece);
    codes.set(piece + unit, codes.size + 3);
    piece = unit;
  }
  if (piece) send(piece);
  number(END, width);
  // The original always ends with a bit that is not used.
  bits.push(0);
  while (bits.length % 6) bits.push(0);
  let found = "";
  for (let at = 0; at < bits.length; at += 6) found += ALPHABET[parseInt(bits.slice(at, at + 6).join(""), 2)];
  return found + "=".repeat((4 - (found.length % 4)) % 4);
}

/** @param {string} text Base64. @returns {string | null} Null where it is not of that form. */
export function decompressed(text) {
  const sixes = [...text.trim().replace(/-/g, "+").replace(/_/g, "/").replace(/ /g, "+").replace(/=+$/, "")].map((mark) => ALPHABET.indexOf(mark));
  if (sixes.includes(-1)) return null;
  let [at, width, room, length] = [0, 2, 1, 0];
  const number = (/** @type {number} */ size) => {
    let found = 0;
    for (let place = 0; place < size; place++, at++) found |= ((sixes[Math.floor(at / 6)] >> (5 - (at % 6))) & 1) << place;
    return found;
  };
  const grow = () => {
    room -= 1;
    if (room === 0) [room, width] = [2 ** width, width + 1];
  };
  const entries = ["", "", ""];
  const parts = [];
  let before = "";
  while (at + width <= 6 * sixes.length) {
    let code = number(width);
    if (code === END) return parts.join("");
    if (code === NARROW || code === WIDE) {
      entries.push(String.fromCharCode(number(code === WIDE ? 16 : 8)));
      code = entries.length - 1;
      grow();
    }
    const piece = entries[code] ?? (code === entries.length && before ? before + before[0] : null);
    if (!piece || (length += piece.length) > MOST) return null;
    parts.push(piece);
    if (before) {
      entries.push(before + piece[0]);
      grow();
    }
    before = piece;
  }
  return null;
}
