/** Days as numbers that can be read: 20250131. */

import { setting } from "./storage.js";

/** Most that are kept. */
const MOST = 1000;

/** @param {Date} [date] */
export function dayOf(date = new Date()) {
  return date.getFullYear() * 10000 + (date.getMonth() + 1) * 100 + date.getDate();
}

/** @param {number} day */
const dateOf = (day) => new Date(Math.floor(day / 10000), (Math.floor(day / 100) % 100) - 1, day % 100);

/** @param {number} day */
const before = (day) => dayOf(new Date(dateOf(day).setDate((day % 100) - 1)));

/** A day in the reader's language. @param {number} day */
export const dayNamed = (day) => dateOf(day).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });

/** The days on which something was finished, where the player counts them. @returns {number[]} */
export function daysDone() {
  /** @type {unknown} */
  const days = setting("days", null);
  return Array.isArray(days) ? days.filter(Number.isInteger) : [];
}

/** Return days with another one. @param {number[]} days @param {number} day */
export function withDay(days, day) {
  return [...new Set([...days, day])].sort((one, other) => one - other).slice(-MOST);
}

/**
 * Return how many days there are in a row, up to today; a day that is not over yet breaks no row.
 * @param {number[]} days @param {number} today
 */
export function inARow(days, today) {
  const all = new Set(days);
  let count = 0;
  for (let day = all.has(today) ? today : before(today); all.has(day); day = before(day)) count += 1;
  return count;
}
