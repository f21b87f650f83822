import type { Fault } from './fault.ts'
import { databaseGone } from './r9-database-gone.ts'
import { databaseKilled } from './r2-database-killed.ts'
import { databaseRestarts } from './r8-database-restarts.ts'
import { failingCalls } from './r11-failing-calls.ts'
import { hugeBodies } from './r13-huge-bodies.ts'
import { killedWhileSending } from './r19-killed-while-sending.ts'
import { malformedFrames } from './r14-malformed-frames.ts'
import { manySockets } from './r15-many-sockets.ts'
import { pushAnswers } from './r18-push-answers.ts'
import { reconnecting } from './r17-reconnecting.ts'
import { restored } from './r23-restored.ts'
import { runawayQueries } from './r6-runaway-queries.ts'
import { serverKilled } from './r3-server-killed.ts'
import { slowDatabase } from './r10-slow-database.ts'
import { slowReaders } from './r16-slow-readers.ts'
import { slowSenders } from './r12-slow-senders.ts'
import { soak } from './r24-soak.ts'
import { stalled } from './r21-stalled.ts'
import { stopping } from './r22-stopping.ts'
import { wrongClock } from './r20-clock.ts'

/** All faults. The file of each is named after its number and what happens. */
export const faults: Fault[] = [
  databaseKilled,
  serverKilled,
  runawayQueries,
  databaseRestarts,
  databaseGone,
  slowDatabase,
  failingCalls,
  slowSenders,
  hugeBodies,
  malformedFrames,
  manySockets,
  slowReaders,
  reconnecting,
  pushAnswers,
  killedWhileSending,
  wrongClock,
  stalled,
  stopping,
  restored,
  soak,
]
