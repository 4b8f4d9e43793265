/** @import {App} from "./app.js" */

/** @param {App} _ */
export function wireWatching(_) {}
