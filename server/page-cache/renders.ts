import type { Day } from '#domain/dates.ts'
import type { KeptAnswer } from './kept-answer.ts'

interface Render {
  answer: Promise<KeptAnswer>
  /** What has changed since it began; null for anything. */
  changed: Set<string> | null
  /** For which day it is rendered. */
  day: Day
}

interface Rendered {
  answer: KeptAnswer
  /** Whether something that the answer shows has changed since its rendering began. */
  isOutdated: () => boolean
}

/**
 * Renders under way: whoever asks for the same meanwhile gets the same answer. Nobody joins one that began before a
 * change, because it may have read what was there before.
 *
 * @param render adds what the answer is made of to `shows`
 */
export function createRenders(render: (address: string, shows: Set<string>) => Promise<KeptAnswer>) {
  const running = new Set<Render>()
  const joinable = new Map<string, Render>()

  function begin(address: string, day: Day): Render {
    const started: Render = { answer: render(address, new Set()), changed: new Set(), day }
    running.add(started)
    joinable.set(address, started)
    const end = () => {
      running.delete(started)
      if (joinable.get(address) === started) joinable.delete(address)
    }
    started.answer.then(end, end)
    return started
  }

  return {
    async of(address: string, today: Day): Promise<Rendered> {
      const running = joinable.get(address)
      const found = running?.day === today ? running : begin(address, today)
      const answer = await found.answer
      return { answer, isOutdated: () => isTouched(answer.parts, found.changed) }
    },
    outdate(parts: ReadonlySet<string> | null): void {
      joinable.clear()
      for (const each of running) each.changed = parts && each.changed && each.changed.union(parts)
    },
  }
}

function isTouched(parts: ReadonlySet<string>, changed: ReadonlySet<string> | null): boolean {
  if (changed === null) return true
  return parts.size === 0 ? changed.size > 0 : !parts.isDisjointFrom(changed)
}
