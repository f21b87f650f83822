import fc from 'fast-check'
import { filterExcess } from '#backend/supabase-lite/filter-limits.ts'
import { guard } from '#backend/supabase-lite/guard.ts'
import { ensure, type Target } from './target.ts'

const keys = { publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x', jwtSecret: '' }

/** Source: docs/behaviour/security.md#limits-on-filters */
const mostPredicates = 64
const deepestNesting = 4

/** A part of a filter, with the number of its predicates, its nesting, and whether it has a regular expression. */
interface Part {
  text: string
  predicates: number
  depth: number
  hasPattern: boolean
}

const special = fc.constantFrom(...',().:"\\*%& '.split(''), 'match.', 'or(', 'a', '1', 'भ', '\u0000')
const letters = fc.array(special, { maxLength: 8 }).map((parts) => parts.join(''))
/** A value in quotes is data, whatever it has. */
const quoted = letters.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`)
/** Without quotes, a comma or bracket would end a value. */
const plain = letters.map((text) => `x${text.replaceAll(/[,()\\:"]/g, '')}`)
const operator = fc.constantFrom('eq', 'neq', 'gt', 'like', 'ilike', 'is', 'not.eq', 'match', 'imatch', 'not.match')

const leaf: fc.Arbitrary<Part> = fc.record({ operator, value: fc.oneof(quoted, plain) }).map((each) => ({
  text: `id.${each.operator}.${each.value}`,
  predicates: 1,
  depth: 0,
  hasPattern: each.operator.endsWith('match'),
}))

const { part } = fc.letrec<{ part: Part; group: Part }>((tie) => ({
  part: fc.oneof({ maxDepth: 7, depthSize: 'medium' }, leaf, tie('group')),
  group: fc
    .tuple(fc.constantFrom('and', 'or', 'not.and'), fc.array(tie('part'), { minLength: 1, maxLength: 4 }))
    .map(([name, parts]) => group(name, parts)),
}))

function group(name: string, parts: Part[]): Part {
  return {
    text: `${name}(${parts.map(({ text }) => text).join(',')})`,
    predicates: parts.reduce((sum, { predicates }) => sum + predicates, 0),
    depth: 1 + Math.max(...parts.map(({ depth }) => depth)),
    hasPattern: parts.some(({ hasPattern }) => hasPattern),
  }
}

const manyLeaves = fc.array(leaf, { minLength: 1, maxLength: 80, size: 'max' })

const wholeFilter = fc
  .tuple(fc.constantFrom('and', 'or'), fc.oneof(manyLeaves, fc.array(part, { minLength: 1, maxLength: 5 })))
  .map(([name, parts]) => ({ name, ...group('', parts) }))

const name = fc.oneof(
  fc.constantFrom('or', 'and', 'not.or', 'select', 'id', 'title', 'order', 'a.or', 'jobs.title', 'limit', '__proto__'),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const pairs = fc.array(fc.tuple(name, fc.oneof(letters, fc.string({ unit: 'binary' }))), { maxLength: 70 })

export const filterTargets: Target[] = [
  {
    name: 'filters that exceed a limit are refused',
    property: fc.property(wholeFilter, ({ name, text, predicates, depth, hasPattern }) => {
      const excess = filterExcess(new URLSearchParams([[name, text]]))
      const isTooMuch = predicates > mostPredicates || depth > deepestNesting || hasPattern
      ensure(!isTooMuch || typeof excess === 'string', 'A filter above the limits passed')
    }),
  },
  {
    name: 'parameters of any form get a message or pass',
    property: fc.property(pairs, (parameters) => {
      const excess = filterExcess(new URLSearchParams(parameters))
      ensure(excess === null || excess.length > 0, 'Neither a message nor null')
      const counted = parameters.filter(([key]) => key === 'id' || key === 'title')
      ensure(counted.length <= mostPredicates || excess !== null, 'Too many filters passed')
    }),
  },
  {
    name: 'addresses of any form are refused or pass the guard',
    property: fc.property(
      fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT', 'PURGE'),
      fc.constantFrom('rest/v1/jobs', 'rest/v1/rpc/x', 'auth/v1/token', 'storage/v1/object/x', 'functions/v1/x', 'x'),
      fc.oneof(letters, fc.webQueryParameters()),
      (method, path, rest) => {
        const request = new Request(`http://localhost/${path}?${encodeURI(rest.toWellFormed())}`, { method })
        const response = guard(request, keys)
        ensure(
          response === null || response.status === 204 || response.status >= 400,
          'The guard answered with success',
        )
        const changesAll = ['PATCH', 'DELETE'].includes(method) && path.startsWith('rest/v1/jobs')
        ensure(
          !changesAll || response !== null || /(^|&)id=eq\./.test(decodeURI(new URL(request.url).search.slice(1))),
          'A change of all rows passed',
        )
      },
    ),
  },
]
