import { filterTargets } from './filters.ts'
import { pushTargets } from './push.ts'
import { realtimeTargets } from './realtime.ts'
import type { Target } from './target.ts'
import { textTargets } from './texts.ts'

/** Everything that is tested with random input: briefly by the tests, at length by `npm run bench -- fuzz`. */
export const TARGETS: Target[] = [...filterTargets, ...realtimeTargets, ...pushTargets, ...textTargets]
