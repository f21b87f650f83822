import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { LastDateButton } from '#app/admin/last-date/last-date-button.tsx'
import { wayBackTo } from '#app/admin/table/shown-lists.ts'
import { Icon } from '#app/ui/icon.tsx'
import { publicPath } from '#domain/admin/public-path.ts'
import { isContentTable } from '#domain/admin/tabs.ts'
import { RecordHistory } from '#app/admin/history/record-history.tsx'
import { FORMS } from '#domain/content/fields/registry.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import { CheckButton } from './check-button.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { FormSectionFields } from './form-section-fields.tsx'
import { Presence } from './presence.tsx'
import { PreviewPane } from './preview/preview-pane.tsx'
import { CreateReference } from './references/create-reference.tsx'
import { CreateReferenceContext } from './references/use-create-reference.ts'
import { useReferenceDialog } from './references/use-reference-dialog.ts'
import { SaveBar, SecondaryActions } from './save-bar.tsx'
import { Segments } from './segments.tsx'
import { GoneDialog } from './stale/gone-dialog.tsx'
import { StaleDialog } from './stale/stale-dialog.tsx'
import { useFollowing } from './use-following.ts'
import { useForm, useFormState } from './use-record-form.ts'
import { useStoredDraft } from './use-stored-draft.ts'
import { isPublic, useSaving } from './use-saving.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'
import { useSurroundings } from './warnings/use-surroundings.ts'
import { WarningSummary } from './warnings/warning-summary.tsx'

const PANES = { form: 'Form', preview: 'Preview' }

/** A form with its preview beside it; on a narrow screen a switch shows one of the two. */
export function RecordEditor() {
  const form = useForm()
  const { tab } = form
  const navigate = useNavigate()
  const unsaved = useFormState(() => form.unsaved().length)
  const problem = useFormState((state) => state.problem)
  const [pane, setPane] = useState<keyof typeof PANES>('form')
  const [asked, ask] = useReferenceDialog()
  const summary = useRef<HTMLDivElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const kind = isContentTable(tab.table) ? kindOfTable(tab.table) : null
  const draft = useStoredDraft(form)
  useUnsavedGuard(form, { isUnsaved: unsaved > 0, isAsking: asked !== null, draft })
  useSurroundings(form)
  const saving = useSaving({
    onProblem() {
      setPane('form')
      summary.current?.focus()
    },
  })

  useLayoutEffect(() => {
    const first = form.state.loaded ? page.current?.querySelector('h1') : page.current?.querySelector('form input')
    if (first instanceof HTMLElement) first.focus({ preventScroll: true })
  }, [form])

  return (
    <CreateReferenceContext value={ask}>
      <div className="record-page" data-pane={pane} ref={page}>
        <RecordHead isUnsaved={unsaved > 0} />
        {kind && (
          <div className="pane-switch">
            <Segments legend="What to show" choices={PANES} chosen={pane} choose={setPane} />
          </div>
        )}
        <form
          className="record-form"
          noValidate
          aria-label={form.state.loaded ? `Edit ${tab.singular}` : `New ${tab.singular}`}
          onSubmit={(event) => {
            event.preventDefault()
            saving.save('close')
          }}
        >
          <DraftOffer />
          <ErrorSummary ref={summary} />
          <WarningSummary ref={summary} saveAnyway={saving.saveAnyway} />
          {FORMS[tab.table].map((section) => (
            <FormSectionFields key={section.legend} section={section} />
          ))}
          <div className="form-end">
            <SecondaryActions save={saving.save} />
          </div>
          <RecordHistory />
          <SaveBar save={saving.save} unsaved={unsaved} isStored={draft.isStored} />
        </form>
        {kind && <PreviewPane kind={kind} />}
      </div>
      {problem?.kind === 'stale' && <StaleDialog current={problem.current} save={() => saving.save('stay')} />}
      {problem?.kind === 'gone' && (
        <GoneDialog
          singular={tab.singular}
          continueAsNew={() => {
            form.continueAsNew()
            saving.replaceAddress(null)
          }}
          leave={() => {
            const { to, state } = wayBackTo(tab)
            void navigate(to, { state })
          }}
        />
      )}
      {asked && <CreateReference {...asked} />}
    </CreateReferenceContext>
  )
}

function RecordHead({ isUnsaved }: { isUnsaved: boolean }) {
  const form = useForm()
  const { tab } = form
  const { message, isDeleted } = useFollowing(form)
  const loaded = useFormState((state) => state.loaded)
  return (
    <header className="record-head">
      <nav aria-label="Up">
        <Link {...wayBackTo(tab)}>{tab.label}</Link>
        <Icon name="right" />
      </nav>
      <h1 tabIndex={-1}>
        {loaded ? 'Edit' : 'New'} {tab.singular}
      </h1>
      {loaded && <Presence table={tab.table} id={loaded.id} />}
      <output className="presence">{message}</output>
      {!isDeleted && <ActionsOfStored isUnsaved={isUnsaved} />}
    </header>
  )
}

/** Actions on the record as it is stored. */
function ActionsOfStored({ isUnsaved }: { isUnsaved: boolean }) {
  const { tab } = useForm()
  const loaded = useFormState((state) => state.loaded)
  const path = loaded && isPublic(loaded) && publicPath(tab.table, loaded.slug)
  return (
    <>
      {path && (
        <a className="button" href={path} target="_blank">
          <Icon name="leave" />
          Open page
        </a>
      )}
      {loaded?.state === 'published' && <LastDateButton table={tab.table} record={loaded} isUnsaved={isUnsaved} />}
      {isContentTable(tab.table) && <CheckButton />}
    </>
  )
}
