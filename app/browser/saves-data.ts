interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Whether the reader has asked to save data, or the line is so slow that only what was asked for may be loaded. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true
}
