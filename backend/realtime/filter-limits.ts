import type { RequestRole } from '#backend/database/request-roles.ts'
import { networksOf } from '#backend/client-networks.ts'
import { isForVisitors } from './filter.ts'
import { SubscriptionError, type Binding } from './subscription.ts'

/** Who sends the filters of a channel. */
interface FilterOwner {
  /** Client address, or its network. */
  address: string
  role: RequestRole
}

export interface FilterLimits {
  /**
   * Counts the conditions of a channel; equal requests of several channels count once.
   * @returns a function that ends the counting
   * @throws SubscriptionError when a visitor may not use an operator, and above a limit
   */
  count(bindings: readonly Binding[], owner: FilterOwner): () => void
}

/** Different conditions of one server, since each of them is evaluated for every change. */
const mostConditions = 5_000

/**
 * Limits the work that filters cause. Source: docs/behaviour/realtime.md#filters-of-visitors
 * @param perAddress different conditions of the visitors of one address
 */
export function createFilterLimits(perAddress: number): FilterLimits {
  const ofServer = createCounter(mostConditions)
  const ofNetworks = new Map<string, Counter>()

  return {
    count: (bindings, { address, role }) => {
      const filtered = bindings.filter(({ conditions }) => conditions.length > 0)
      if (filtered.length === 0) return () => {}
      const counters = [ofServer]
      if (role === 'anon') {
        rejectPatterns(filtered)
        for (const { name, share } of networksOf(address)) {
          const ofNetwork = ofNetworks.get(name) ?? createCounter(perAddress * share)
          ofNetworks.set(name, ofNetwork)
          counters.push(ofNetwork)
        }
      }
      for (const counter of counters) counter.add(filtered)
      const release = () => {
        for (const counter of counters) counter.remove(filtered)
        for (const { name } of networksOf(address)) if (ofNetworks.get(name)?.isEmpty) ofNetworks.delete(name)
      }
      if (!counters.some(({ isExceeded }) => isExceeded)) return release
      release()
      throw new SubscriptionError('Unable to subscribe to changes: there are too many different filters right now')
    },
  }
}

function rejectPatterns(bindings: readonly Binding[]): void {
  const rejected = bindings.flatMap(({ conditions }) => conditions).find((condition) => !isForVisitors(condition))
  if (!rejected) return
  throw new SubscriptionError(
    `Unable to subscribe to changes with given parameters. Visitors cannot use \`${rejected.operator}\` in a filter`,
  )
}

type Counter = ReturnType<typeof createCounter>

/** Counts the conditions of different bindings. */
function createCounter(most: number) {
  const uses = new Map<Binding, number>()
  let conditions = 0
  return {
    get isEmpty() {
      return uses.size === 0
    },
    get isExceeded() {
      return conditions > most
    },
    add: (bindings: readonly Binding[]): void => {
      for (const binding of bindings) {
        const before = uses.get(binding) ?? 0
        uses.set(binding, before + 1)
        if (before === 0) conditions += binding.conditions.length
      }
    },
    remove: (bindings: readonly Binding[]): void => {
      for (const binding of bindings) {
        const left = (uses.get(binding) ?? 0) - 1
        if (left > 0) uses.set(binding, left)
        else if (uses.delete(binding)) conditions -= binding.conditions.length
      }
    },
  }
}
