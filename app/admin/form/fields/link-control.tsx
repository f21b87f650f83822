import type { Control } from '#app/admin/form/use-record-form.ts'
import { Icon } from '#app/ui/icon.tsx'
import { UploadBox } from './upload-box.tsx'
import { isStoredLink } from '#domain/admin/stored-link.ts'

/** A web address, with a button that opens it. */
export function LinkControl({ field, value, change, input }: Control) {
  const link = value.trim()
  return (
    <>
      <div className="with-button">
        <input
          {...input}
          className="field"
          value={value}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          onChange={(event) => change(event.target.value)}
        />
        {isStoredLink(link) && (
          <a
            className="icon-button"
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            tabIndex={-1}
            aria-label={`Open ${field.label}`}
          >
            <Icon name="leave" />
          </a>
        )}
      </div>
      {field.upload && <UploadBox label={field.label} uploadable={field.upload} value={value} change={change} />}
    </>
  )
}
