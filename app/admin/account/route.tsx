import { useState } from 'react'
import { useRevalidator, useSubmit } from 'react-router'
import { confirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { errorMessage } from '#app/admin/feedback/error-message.ts'
import { load, useLastValue, type Loaded } from '#app/admin/feedback/loaded.ts'
import { report } from '#app/admin/feedback/report.ts'
import { showToast } from '#app/admin/feedback/toasts.tsx'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { PageHead } from '#app/admin/layout/page-head.tsx'
import { EnrollFactor } from '#app/admin/session/enroll-factor.tsx'
import { changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { browserSession } from '#app/admin/session/session.ts'
import { useUnsavedWork } from '#app/admin/session/unsaved-work.ts'
import { BackendError } from '#app/data/backend-error.ts'
import { mayBeStored } from '#app/data/record-table.ts'
import { removeOwnFactor } from '#app/data/second-factor.ts'
import { endSession, fetchStaff, makeRecoveryCodes, renameMember, type StaffMember } from '#app/data/staff.ts'
import { ACCOUNT, SECOND_FACTOR, STAFF } from '#domain/admin/staff-messages.ts'
import { storable } from '#domain/storable.ts'
import { STAFF_NAME_MAX } from '#domain/staff-limits.ts'
import type { Route } from './+types/route.ts'
import { RecoveryCodes, type NewCodes } from './recovery-codes.tsx'
import { SessionList } from './session-list.tsx'

type Act =
  | { act: 'name'; account: string; name: string }
  | { act: 'end'; session: string }
  | { act: 'turn off' }
  | { act: 'make codes' }

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, ACCOUNT.label)
}

export function clientLoader() {
  return load(ACCOUNT.label, async (client) => {
    const { data } = await client.auth.getSession()
    const own = data.session?.user.id
    return (await fetchStaff(client)).find(({ account }) => account === own) ?? null
  })
}

/** Changes the own account. @returns whether it succeeded; for recovery codes these, or why there are none */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const sent = (await request.json()) as Act
  if (sent.act === 'end')
    return report((client) => endSession(client, sent.session), { done: ACCOUNT.endedSession, failed: STAFF.failed })
  if (sent.act === 'turn off')
    return report(removeOwnFactor, { done: SECOND_FACTOR.turnedOff, failed: SECOND_FACTOR.failed })
  if (sent.act === 'make codes') return makeCodes()
  const done = await report((client) => renameMember(client, sent.account, sent.name), {
    done: ACCOUNT.savedName,
    failed: STAFF.failed,
  })
  if (done) await (await browserSession()).check()
  return done
}

async function makeCodes(): Promise<NewCodes> {
  try {
    return { value: await changeAsAdmin(makeRecoveryCodes), problem: null, isLost: false }
  } catch (error) {
    console.warn('Recovery codes could not be made', error)
    const isLost = !(error instanceof BackendError) || mayBeStored(error)
    return {
      value: null,
      problem: isLost ? SECOND_FACTOR.codesLost : SECOND_FACTOR.failed(errorMessage(error)),
      isLost,
    }
  }
}

export function HydrateFallback() {
  return <Account />
}

export default function AccountRoute({ loaderData }: Route.ComponentProps) {
  return <Account loaded={loaderData} />
}

/** The own account: name, second factor, sessions. Source: docs/behaviour/staff.md#people */
function Account({ loaded }: { loaded?: Loaded<StaffMember | null> }) {
  const own = useLastValue(loaded)
  return (
    <>
      <PageHead label={ACCOUNT.label} loaded={loaded} />
      <div className="account" aria-busy={own === null}>
        {own && (
          <>
            <OwnName own={own} key={own.account} />
            <SecondFactor own={own} />
            <section>
              <h2>{ACCOUNT.sessions}</h2>
              <SessionList sessions={own.sessions} />
            </section>
          </>
        )}
      </div>
    </>
  )
}

function OwnName({ own: { account, email, name } }: { own: StaffMember }) {
  const submit = useSubmit()
  const [typed, setTyped] = useState(name ?? '')
  const [shown, setShown] = useState(name)
  if (shown !== name) {
    setShown(name)
    // What was typed while the name was saved, here or in another tab, stays.
    if (typed === (shown ?? '')) setTyped(name ?? '')
  }
  const wanted = storable(typed).trim()
  useUnsavedWork(wanted !== (name ?? ''))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit(
          { act: 'name', account, name: wanted },
          { method: 'POST', encType: 'application/json', navigate: false },
        )
      }}
    >
      <p>{email}</p>
      <label>
        {ACCOUNT.name}
        <input
          className="field"
          name="name"
          autoComplete="name"
          value={typed}
          maxLength={STAFF_NAME_MAX}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      <button type="submit" className="button">
        {ACCOUNT.saveName}
      </button>
    </form>
  )
}

function SecondFactor({ own }: { own: StaffMember }) {
  const submit = useSubmit()
  const { revalidate } = useRevalidator()

  async function turnOff() {
    if (await confirm({ question: SECOND_FACTOR.turnOffQuestion, yes: SECOND_FACTOR.turnOff, isDangerous: true }))
      void submit({ act: 'turn off' }, { method: 'POST', encType: 'application/json', navigate: false })
  }

  return (
    <section>
      <h2>{SECOND_FACTOR.heading}</h2>
      {own.second_factor ? (
        <>
          <p>{SECOND_FACTOR.isOn}</p>
          <RecoveryCodes left={own.recovery_codes} />
          <button type="button" className="button" onClick={() => void turnOff()}>
            {SECOND_FACTOR.turnOff}
          </button>
        </>
      ) : (
        <EnrollFactor
          intro={SECOND_FACTOR.intro}
          onDone={() => {
            showToast({ message: SECOND_FACTOR.turnedOn })
            void revalidate()
          }}
        />
      )}
    </section>
  )
}
