import type postgres from 'postgres'
import type { Change } from '#backend/outbox/change-reader.ts'
import type { ChangeListener } from '#backend/outbox/outbox.ts'
import { createAudiences, type AudienceDescription, type Audiences } from './audiences.ts'
import { createBacklog, type Backlog } from './backlog.ts'
import type { MessagesFor } from './change-messages.ts'
import { createFanOut } from './fan-out.ts'

/** Audiences that get a change one after the other. */
export interface DeliveryGroup {
  readonly audiences: Audiences
  readonly backlog: Backlog
}

export interface DeliveryGroups extends ChangeListener {
  of(description: AudienceDescription): DeliveryGroup
  /** Stops after the batches that are being sent. */
  close(): Promise<void>
}

/** Connections of each group: a slow check of filters must not take those of another group. */
export type GroupConnections = Record<GroupName, postgres.Sql>

interface DeliveryGroupsOptions {
  connections: GroupConnections
  messagesFor: MessagesFor
  /** Whether a server ran shortly before this one. */
  isResumed: boolean
  /** Called with the position up to which all changes have been delivered. */
  delivered: (position: string) => void
  logFailure: (what: string, error: unknown) => void
}

const names = ['unfiltered', 'visitors', 'others'] as const
type GroupName = (typeof names)[number]

/**
 * Delivers changes in groups that do not wait for each other: channels without filters first, then those of visitors
 * with filters, and those of other roles, whose filters may be slower. Source: docs/decisions/034
 */
export function createDeliveryGroups(options: DeliveryGroupsOptions): DeliveryGroups {
  const { connections, messagesFor, isResumed } = options
  const positions = createPositions(options.delivered)
  const groups = names.map((name) => {
    const audiences = createAudiences()
    const backlog = createBacklog(messagesFor, isResumed)
    const delivered = (position: string) => positions.reach(name, position)
    const sql = connections[name]
    return { name, audiences, backlog, fanOut: createFanOut({ ...options, sql, audiences, backlog, delivered }) }
  })
  const byName = new Map(groups.map((group) => [group.name, group]))

  return {
    of: (description) => {
      const group = byName.get(nameOf(description))
      if (!group) throw new Error('There is no such group')
      return group
    },
    onChanges: (changes: readonly Change[], position) => {
      if (position) positions.add(position)
      for (const { fanOut } of groups) fanOut.onChanges(changes, position)
    },
    onGap: () => {
      positions.clear()
      for (const { fanOut } of groups) fanOut.onGap()
    },
    close: async () => {
      await Promise.all(groups.map(({ fanOut }) => fanOut.close()))
    },
  }
}

function nameOf({ reader, bindings }: AudienceDescription): GroupName {
  if (bindings.every(({ conditions }) => conditions.length === 0)) return 'unfiltered'
  return reader.role === 'anon' ? 'visitors' : 'others'
}

/** Finds the last position that every group has reached. */
function createPositions(delivered: (position: string) => void) {
  let open: { position: string; missing: Set<GroupName> }[] = []
  return {
    add: (position: string): void => {
      open.push({ position, missing: new Set(names) })
    },
    reach: (name: GroupName, position: string): void => {
      const index = open.findIndex((each) => each.position === position)
      for (const { missing } of open.slice(0, index + 1)) missing.delete(name)
      const done = open.findLast(({ missing }, at) => missing.size === 0 && at <= index)
      if (!done) return
      open = open.slice(open.indexOf(done) + 1)
      delivered(done.position)
    },
    clear: (): void => {
      open = []
    },
  }
}
