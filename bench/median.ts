export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN
}

/** @returns median, least and most, in the form in which the range of a run is recorded: "24 (20 - 30)" */
export function medianWithRange(values: readonly number[]): string {
  return `${median(values)} (${Math.min(...values)} - ${Math.max(...values)})`
}
