import { directionOf, type Figure } from './figures.ts'

export type Figures = Record<string, Figure>

export interface Change {
  figure: string
  before: number
  now: number
  /** Of the recorded figure. */
  percent: number
  isWorse: boolean
}

/** Share of the recorded figure that a change must exceed. */
const NOISE = 0.1

/**
 * Compares a run with the recorded runs of the same machine. A figure has changed when it differs from the last record by
 * more than 10 % and each of the two is outside of what was measured for the other, from the least to the most: in its own
 * run, and for the record in all recorded runs.
 * @param records the oldest first
 * @returns what has changed, the worst first
 */
export function changesOf(now: ReadonlyMap<string, Figure>, records: readonly Figures[]): Change[] {
  const changes: Change[] = []
  for (const [figure, present] of now) {
    const recorded = records.flatMap((figures) => figures[figure] ?? [])
    const last = recorded.at(-1)
    const direction = directionOf(figure)
    if (!last || !direction || !isOutside(present, recorded)) continue
    const difference = present.value - last.value
    if (Math.abs(difference) <= Math.abs(last.value) * NOISE) continue
    changes.push({
      figure,
      before: last.value,
      now: present.value,
      percent: Math.round((difference / Math.abs(last.value)) * 100),
      isWorse: difference > 0 === (direction === 'lower'),
    })
  }
  const rank = ({ isWorse, percent }: Change) => (isWorse ? 1 : -1) * Math.abs(percent)
  return changes.toSorted((one, other) => rank(other) - rank(one))
}

function isOutside(present: Figure, recorded: Figure[]): boolean {
  const least = Math.min(...recorded.map((figure) => figure.least))
  const most = Math.max(...recorded.map((figure) => figure.most))
  const { value } = recorded.at(-1) ?? present
  const isBeyond = present.value < least || present.value > most
  return isBeyond && (value < present.least || value > present.most)
}
