import { useRef, useState } from 'react'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { useSite } from '#app/admin/use-site.ts'
import { uploadTypes, type Uploadable } from '#domain/admin/form/chosen-file.ts'
import { UPLOAD_MAX_BYTES } from '#domain/limits.ts'
import { UPLOAD } from '#domain/messages.ts'
import { imageSources, isOwnImage } from '#domain/stored-file.ts'
import { useUpload, type UploadState } from './use-upload.ts'

interface UploadBoxProps {
  /** Label of the field. */
  label: string
  uploadable: Uploadable
  value: string
  change: (address: string) => void
}

/** Uploads a chosen or dropped file, whose address then becomes the value of the field. */
export function UploadBox({ label, uploadable, value, change }: UploadBoxProps) {
  const { site } = useSite()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const { upload, send, cancel, forget } = useUpload({ uploadable, value, change })
  const isSending = upload.state === 'sending'
  const button = useRef<HTMLButtonElement>(null)

  /** For a button that disappears when it is pressed: the focus goes to the button that stays. */
  const andFocus = (act: () => void) => () => {
    act()
    button.current?.focus()
  }
  return (
    <div
      className={isOver ? 'upload over' : 'upload'}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        send(event.dataTransfer.files[0])
      }}
    >
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={`File for ${label}`}
        accept={uploadTypes(uploadable).join()}
        onChange={(event) => {
          send(event.target.files?.[0])
          // Otherwise choosing the same file again would fire no event.
          event.target.value = ''
        }}
      />
      {uploadable === 'image' && isOwnImage(value, site.url) && (
        <img {...imageSources(value, site.url)} alt={`${label}, as it is now`} sizes="6rem" />
      )}
      {isSending && <progress value={upload.part} aria-label={`Upload of ${upload.name}`} />}
      {isSending && <span className="file-name">{upload.name}</span>}
      {/* One element, so that the focus stays there, and a second Enter presses no other button. */}
      <button
        ref={button}
        type="button"
        className="button quiet"
        onClick={isSending ? cancel : () => input.current?.click()}
      >
        {isSending ? (
          'Cancel upload'
        ) : (
          <>
            <AdminIcon name="documents" />
            Upload {uploadable === 'image' ? 'an image' : 'a file'}
            <span className="visually-hidden"> for {label}</span>
          </>
        )}
      </button>
      {!isSending && <span className="hint">or drop it here, at most {UPLOAD_MAX_BYTES / 1024 ** 2} MB</span>}
      {!isSending && value && (
        <button type="button" className="button quiet" onClick={andFocus(() => change(''))}>
          Remove<span className="visually-hidden"> {label}</span>
        </button>
      )}
      <UploadOutcome upload={upload} change={change} send={send} forget={forget} andFocus={andFocus} />
    </div>
  )
}

interface UploadOutcomeProps extends Pick<UploadBoxProps, 'change'> {
  upload: UploadState
  send: (file: File) => void
  forget: () => void
  andFocus: (act: () => void) => () => void
}

/** What became of an upload, when somebody has to decide about it. */
function UploadOutcome({ upload, change, send, forget, andFocus }: UploadOutcomeProps) {
  const dismiss = (
    <button type="button" className="button quiet" onClick={andFocus(forget)}>
      Dismiss
    </button>
  )
  if (upload.state === 'waiting')
    return (
      <div className="upload-waits">
        <output>{UPLOAD.fieldChanged(upload.name)}</output>
        <button
          type="button"
          className="button quiet"
          onClick={andFocus(() => {
            change(upload.address)
            forget()
          })}
        >
          Use the uploaded file
        </button>
        {dismiss}
      </div>
    )
  if (upload.state !== 'failed') return null
  const { name, message, file } = upload
  return (
    <p className="field-error" role="alert">
      <span>
        {name}: {message}
      </span>
      {file && (
        <button type="button" className="button quiet" onClick={andFocus(() => send(file))}>
          Retry
        </button>
      )}
      {dismiss}
    </p>
  )
}
