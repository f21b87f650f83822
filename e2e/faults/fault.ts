/** How much a fault does: "short" shows that it works, "full" is what was promised and may take long. */
export interface Scale {
  size: 'short' | 'usual' | 'full'
  /** Hours of the soak, when named. */
  hours: number | undefined
}

/** A measured figure. Without a target it only informs. */
export interface Figure {
  what: string
  value: number
  unit?: string
  most?: number
  least?: number
  /** Whether a missed target breaks a promise, not only an aim for timing. */
  isPromise?: true
}

export interface Fault {
  /** The number that it is started by, such as R2. */
  name: string
  /** What happens, and what is promised meanwhile. */
  does: string
  run(scale: Scale): Promise<Figure[]>
}

/** The machine lacks something that a fault needs. The message says how to get it. */
export class NotPossible extends Error {}

export function isMet({ value, most = Infinity, least = -Infinity }: Figure): boolean {
  return value <= most && value >= least
}

/** @returns such as "0 lost writes" */
export function measured({ what, value, unit }: Figure): string {
  return `${rounded(value)}${unit ? ` ${unit}` : ''} ${what}`
}

/** @returns such as "≤ 3 s" */
export function target({ most, least, unit }: Figure): string {
  const parts = [most !== undefined && `≤ ${rounded(most)}`, least !== undefined && `≥ ${rounded(least)}`]
  const limits = parts.filter((part) => part !== false).join(', ')
  return limits && unit ? `${limits} ${unit}` : limits
}

function rounded(value: number): string {
  // 99.95 % must not look like all.
  const isNearly = value > 99 && value < 100
  return value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 || isNearly ? 2 : 0 })
}
