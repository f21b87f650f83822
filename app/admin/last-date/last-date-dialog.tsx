import { useEffect } from 'react'
import { useLocation, useNavigate, useRevalidator, type SubmitFunction } from 'react-router'
import { submitUndo } from '#app/admin/activity/undo.ts'
import { offerUndo, showToast } from '#app/admin/feedback/toasts.tsx'
import { ModalDialog } from '#app/admin/feedback/modal-dialog.tsx'
import { useIsMounted } from '#app/admin/feedback/use-is-mounted.ts'
import { Problem } from '#app/admin/feedback/problem.tsx'
import { LAST_DATE } from '#domain/admin/last-date-messages.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { tabOfTable, tabPath } from '#domain/admin/tabs.ts'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { askedLastDate } from './asked-last-date.ts'
import { LastDateForm } from './last-date-form.tsx'
import { useLastDate } from './use-last-date.ts'

/**
 * The dialog that corrects a last date, while one is asked for and the page is shown on which it was. Source:
 * docs/behaviour/correcting.md#one-act
 */
export function OpenLastDateDialog() {
  const asked = askedLastDate.use()
  const { pathname } = useLocation()
  useEffect(() => () => askedLastDate.set(null), [pathname])
  return asked && <LastDateDialog {...asked} key={`${asked.table} ${asked.id}`} />
}

function LastDateDialog({ table, id }: { table: ContentTable; id: number }) {
  const { notice, problem, isBusy, correct } = useLastDate(table, id)
  const { isForm, reread } = useBehind(table, id)
  const isOpen = useIsMounted()
  const close = () => isOpen() && askedLastDate.set(null)

  return (
    <ModalDialog title={LAST_DATE.action} className="last-date-dialog" isBusy={!notice && !problem} onCancel={close}>
      {notice && <p className="about">{notice.record.title}</p>}
      <Problem message={problem || null} />
      {notice ? (
        <LastDateForm
          table={table}
          notice={notice}
          isBusy={isBusy}
          onCancel={close}
          onCorrect={async (chosen) => {
            const answer = await correct(chosen)
            if (answer === null) return
            const title = notice.record.title ?? ''
            const { owner } = answer
            if ('failure' in answer) {
              // On the page to which the user has gone meanwhile, the title says what it is about.
              if (!isOpen()) showToast({ message: `${title}: ${answer.failure}`, owner })
              return
            }
            const { id: act } = answer
            const stays = isOpen()
            close()
            const tab = tabOfTable(table)
            const path = tabPath(tab)
            const undo = (submit: SubmitFunction) => submitUndo(submit, { act, path })
            // An open form would not show that its date has changed back: there, only Ctrl+Z in the table undoes it.
            if (isForm) offerUndo(path, undo, { owner })
            showToast({
              message: LAST_DATE.done(title),
              owner,
              links: [{ label: LAST_DATE.tellAll, to: `${PUSH_TAB.path}?about=${tab.slug}&id=${id}` }],
              ...(!isForm && { path, undo }),
            })
            reread(stays)
          }}
        />
      ) : (
        <div className="button-row">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
        </div>
      )}
    </ModalDialog>
  )
}

/** The page behind the dialog, which can read the notice again. An open form of it is opened again. */
function useBehind(table: ContentTable, id: number) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const isForm = pathname === `${tabPath(tabOfTable(table))}/${id}`
  const reread = (stays: boolean) => void (isForm && stays ? navigate(pathname, { replace: true }) : revalidate())
  return { isForm, reread }
}
