import { useId, useRef } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { showToast } from '#app/admin/feedback/toasts.tsx'
import { useModal } from '#app/admin/feedback/use-modal.ts'
import { Problem } from '#app/admin/feedback/problem.tsx'
import { LAST_DATE } from '#domain/admin/last-date-messages.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { ADMIN_TABS, tabPath } from '#domain/admin/tabs.ts'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { askedLastDate } from './asked-last-date.ts'
import { LastDateForm } from './last-date-form.tsx'
import { useLastDate } from './use-last-date.ts'

/** The dialog that corrects a last date, while one is asked for. Source: docs/behaviour/correcting.md#one-act */
export function OpenLastDateDialog() {
  const asked = askedLastDate.use()
  return asked && <LastDateDialog {...asked} key={`${asked.table} ${asked.id}`} />
}

function LastDateDialog({ table, id }: { table: ContentTable; id: number }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const { notice, problem, isBusy, correct } = useLastDate(table, id)
  const reread = useReread()
  const close = () => askedLastDate.set(null)
  useModal(dialog)

  return (
    <dialog
      ref={dialog}
      className="dialog last-date-dialog"
      aria-labelledby={heading}
      aria-busy={!notice && !problem}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <h2 id={heading}>{LAST_DATE.action}</h2>
      {notice && <p className="about">{notice.record.title}</p>}
      <Problem message={problem || null} />
      {notice ? (
        <LastDateForm
          table={table}
          notice={notice}
          isBusy={isBusy}
          onCancel={close}
          onCorrect={async (chosen) => {
            if (!(await correct(chosen))) return
            close()
            const { slug = '' } = ADMIN_TABS.find((tab) => tab.table === table) ?? {}
            showToast({
              message: LAST_DATE.done(notice.record.title ?? ''),
              links: [{ label: LAST_DATE.tellAll, to: `${PUSH_TAB.path}?about=${slug}&id=${id}` }],
            })
            reread(table, id)
          }}
        />
      ) : (
        <div className="button-row">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
        </div>
      )}
    </dialog>
  )
}

/** Lets the page behind the dialog read the notice again. An open form of it is opened again. */
function useReread() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return (table: ContentTable, id: number) => {
    const tab = ADMIN_TABS.find((candidate) => candidate.table === table)
    const isForm = tab && pathname === `${tabPath(tab)}/${id}`
    void (isForm ? navigate(pathname, { replace: true }) : revalidate())
  }
}
