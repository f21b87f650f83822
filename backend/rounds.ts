export interface Rounds {
  /** Aborts the round that runs, and waits for its end. */
  close: () => Promise<void>
}

interface RoundOptions {
  /** Milliseconds between the beginnings of two rounds. While a round takes longer, those that become due are skipped. */
  interval: number
  /** Called when a round fails; not again for rounds that fail after it. */
  onFailure: (error: unknown) => void
}

/**
 * Repeats work in the background, one round after the other. The first one begins at once, so that daily restarts do not
 * prevent it.
 */
export function openRounds(
  work: (signal: AbortSignal) => Promise<void>,
  { interval, onFailure }: RoundOptions,
): Rounds {
  const stopping = new AbortController()
  let isFailing = false
  const round = async () => {
    try {
      await work(stopping.signal)
      isFailing = false
    } catch (error) {
      if (!stopping.signal.aborted && !isFailing) onFailure(error)
      isFailing = true
    }
  }
  let running: Promise<void> | null = null
  const begin = () => void (running ??= round().finally(() => (running = null)))
  begin()
  const timer = setInterval(begin, interval).unref()
  return {
    close: async () => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
