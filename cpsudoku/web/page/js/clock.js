/** The longest time between two looks that counts: what is more, the machine was asleep. */
const LONGEST = 10_000;

/** A timer that can be paused. It counts what passes while somebody can look at it. */
export class Clock {
  /**
   * @param {(text: string, running: boolean) => void} show
   * @param {() => number} [now] Milliseconds, which never go back.
   */
  constructor(show, now = () => performance.now()) {
    this.show = show;
    this.now = now;
    this.before = 0;
    this.running = false;
    this.hidden = false;
    this.seen = 0;
  }

  /** Look at the clock each second. */
  begin() {
    setInterval(() => this.report(), 1000);
  }

  /** Milliseconds that the game has taken. */
  get taken() {
    const now = this.now();
    if (this.running && !this.hidden) this.before += Math.min(Math.max(0, now - this.seen), LONGEST);
    this.seen = now;
    return this.before;
  }

  /** @param {number} [taken] */
  start(taken = this.taken) {
    this.before = Math.max(0, taken);
    this.seen = this.now();
    this.running = true;
    this.report();
  }

  /** @param {number} [taken] */
  stop(taken = this.taken) {
    this.before = Math.max(0, taken);
    this.running = false;
    this.report();
  }

  /** Nothing counts while nobody can see the page. @param {boolean} hidden */
  hide(hidden) {
    this.before = this.taken;
    this.hidden = hidden;
  }

  report() {
    this.show(spoken(this.taken), this.running);
  }
}

/**
 * Return a time as minutes and seconds.
 * @param {number} milliseconds
 */
export function spoken(milliseconds) {
  const seconds = Math.floor(Math.max(0, milliseconds) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
