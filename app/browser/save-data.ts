interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Whether the visitor has asked to save data, or the network is so slow that nothing may be loaded ahead. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true
}
