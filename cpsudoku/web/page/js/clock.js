/** A timer that can be paused. */
export class Clock {
  /** @param {(text: string, running: boolean) => void} show */
  constructor(show) {
    this.show = show;
    this.before = 0;
    /** @type {number | null} */
    this.since = null;
    setInterval(() => this.tell(), 1000);
  }

  /** Milliseconds that the game has taken. */
  get taken() {
    return this.before + (this.since === null ? 0 : Date.now() - this.since);
  }

  /** @param {number} taken */
  start(taken = this.before) {
    this.before = taken;
    this.since = Date.now();
    this.tell();
  }

  stop() {
    this.before = this.taken;
    this.since = null;
    this.tell();
  }

  tell() {
    this.show(spoken(this.taken), this.since !== null);
  }
}

/**
 * Return a time as minutes and seconds.
 * @param {number} milliseconds
 */
export function spoken(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
