const color = process.stdout.isTTY && !process.env.NO_COLOR
const paint = (code, text) => (color ? `\x1b[${code}m${text}\x1b[0m` : text)

export const quiet = (text) => paint(2, text)
export const good = (text) => paint(32, text)
export const bad = (text) => paint(31, text)

/** Prints one line of progress, with the seconds since the start of the command. */
export function printProgress(line) {
  console.log(`${quiet(seconds(performance.now()))}  ${line}`)
}

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1).padStart(5)} s`
}

/** Prints an error message and ends the command with exit code 1. */
export function exitWithError(sentence) {
  console.error(bad(sentence))
  process.exit(1)
}
