import { Link } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { tabPath, type AdminTab } from '#domain/admin/tabs.ts'
import { RecordEditor } from './record-editor.tsx'
import { FormContext } from './use-record-form.ts'
import { useOpenedForm } from './use-opened-form.ts'

/** Opens the form of a record, or shows why it cannot be loaded. Source: docs/behaviour/admin.md#loading-a-record. */
export function RecordPage({ tab, id }: { tab: AdminTab; id: number | null }) {
  const [opened, retry] = useOpenedForm(tab, id)
  if (opened.state === 'open') {
    return (
      <FormContext value={opened.form} key={opened.form.id}>
        <RecordEditor />
      </FormContext>
    )
  }
  return (
    <div className="admin-empty" aria-busy={opened.state === 'loading'}>
      {opened.state === 'loading' ? (
        <output>Loading...</output>
      ) : (
        <>
          <h1 tabIndex={-1}>Edit {tab.singular}</h1>
          <p className="problem" role="alert">
            <Icon name="closed" />
            {opened.message}
          </p>
          <div className="button-row">
            <Link className="button" to={tabPath(tab)}>
              {tab.label}
            </Link>
            <button type="button" className="button primary" onClick={retry}>
              Try again
            </button>
          </div>
        </>
      )}
    </div>
  )
}
