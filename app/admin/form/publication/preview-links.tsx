import { useState } from 'react'
import { changeFailure } from '#app/admin/feedback/error-message.ts'
import { useForm, useFormState } from '#app/admin/form/use-record-form.ts'
import { changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { useSite } from '#app/admin/use-site.ts'
import type { AdminClient } from '#app/data/admin-client.ts'
import { createPreview, endPreviews, type PreviewLink } from '#app/data/notice-preview.ts'
import { PUBLICATION, repeatableAnswerLost } from '#domain/admin/messages.ts'
import { isContentTable } from '#domain/admin/tabs.ts'
import { dayAndTime } from '#domain/dates.ts'

/** Makes and ends secret links to a stored notice that is not public. Source: docs/behaviour/publication.md#preview-links */
export function PreviewLinks() {
  const { tab } = useForm()
  const { site } = useSite()
  const loaded = useFormState((state) => state.loaded)
  const [link, setLink] = useState<PreviewLink | null>(null)
  const [message, setMessage] = useState({ text: '', isProblem: false })
  const [isBusy, setBusy] = useState(false)
  const { table } = tab
  if (!loaded || loaded.state === 'published' || !isContentTable(table)) return null
  const { id } = loaded

  async function act<T>(call: (client: AdminClient) => Promise<T>, done: (result: T) => void) {
    if (isBusy) return
    setBusy(true)
    try {
      done(await changeAsAdmin(call))
    } catch (error) {
      console.warn('Preview links could not be changed', error)
      setMessage({ text: changeFailure(error, PUBLICATION.previewFailed, repeatableAnswerLost), isProblem: true })
    } finally {
      setBusy(false)
    }
  }
  const create = () =>
    act(
      (client) => createPreview(client, table, id),
      (made) => {
        setLink(made)
        setMessage({ text: PUBLICATION.previewUntil(dayAndTime(made.expiresAt)), isProblem: false })
      },
    )
  const end = () =>
    act(
      (client) => endPreviews(client, table, id),
      () => {
        setLink(null)
        setMessage({ text: PUBLICATION.previewsEnded, isProblem: false })
      },
    )

  return (
    <div className="preview-links wide">
      <p className="hint">{PUBLICATION.previewHint}</p>
      {link && <CopiedAddress key={link.path} address={site.url + link.path} />}
      <div className="button-row">
        <button type="button" className="button" aria-disabled={isBusy} onClick={() => void create()}>
          {PUBLICATION.createPreview}
        </button>
        <button type="button" className="button" aria-disabled={isBusy} onClick={() => void end()}>
          {PUBLICATION.endPreviews}
        </button>
      </div>
      <output className={message.isProblem ? 'refused' : undefined}>{message.text}</output>
    </div>
  )
}

function CopiedAddress({ address }: { address: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      (error: unknown) => console.warn('The link could not be copied', error),
    )
  return (
    <div className="with-button">
      <input
        className="field"
        readOnly
        aria-label="Preview link"
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <button type="button" className="button" onClick={() => void copy()}>
        {isCopied ? PUBLICATION.copied : PUBLICATION.copy}
      </button>
    </div>
  )
}
