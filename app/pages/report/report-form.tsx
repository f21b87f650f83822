import { REPORT_MESSAGE_MAX } from '#domain/limits.ts'
import { REPORT, REPORT_REASONS } from '#domain/mistake-report.ts'

/** The fields of the form, as texts. */
export interface TypedReport {
  reason: string
  message: string
  /** A field that people do not see; only programs fill it in. */
  website: string
  /** The number of the page. */
  attempt: string
}

export interface ReportReply {
  /** The typed values, shown again after a failure; null when the report was stored. */
  typed: TypedReport | null
  message: string
}

interface ReportFormProps {
  path: string
  reply: ReportReply | null
  /** The number of the page, unless the reply is to a form that has one. */
  attempt: string
}

/** A plain form; with scripts it is sent without leaving the page. */
export function ReportForm({ path, reply, attempt }: ReportFormProps) {
  const typed = reply?.typed
  return (
    <form className="form-fields report-form" method="post" action={path} data-failed={REPORT.failed}>
      <input type="hidden" name="attempt" defaultValue={typed?.attempt || attempt} />
      <fieldset className="report-reasons wide">
        <legend>What is wrong?</legend>
        {Object.entries(REPORT_REASONS).map(([reason, label]) => (
          <label key={reason}>
            <input type="radio" name="reason" value={reason} required defaultChecked={typed?.reason === reason} />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="form-field wide">
        <label htmlFor="report-message">What should it say? (optional, except for something else)</label>
        <textarea
          className="field"
          id="report-message"
          name="message"
          rows={4}
          maxLength={REPORT_MESSAGE_MAX}
          aria-describedby="report-hint"
          defaultValue={typed?.message}
        />
        <p className="hint" id="report-hint">
          At most {REPORT_MESSAGE_MAX} characters. Please leave out your name, your number and your address: nothing
          about you is needed, and nothing about you is stored.
        </p>
      </div>
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor="report-website">Leave this empty</label>
        <input id="report-website" name="website" tabIndex={-1} autoComplete="off" defaultValue={typed?.website} />
      </div>
      <output className={`form-field wide ${reply?.typed ? 'refused' : 'done'}`}>{reply?.message}</output>
      <button type="submit" className="button primary">
        Send the report
      </button>
    </form>
  )
}
