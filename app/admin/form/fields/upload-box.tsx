import { useRef, useState } from 'react'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { useSite } from '#app/admin/use-site.ts'
import { uploadTypes, type Uploadable } from '#domain/admin/form/chosen-file.ts'
import { UPLOAD } from '#domain/messages.ts'
import { imageSources, isOwnImage } from '#domain/stored-file.ts'
import { useUpload } from './use-upload.ts'

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
      {upload.state === 'sending' ? (
        <>
          <progress value={upload.part} aria-label={`Upload of ${upload.name}`} />
          <span className="file-name">{upload.name}</span>
          <button type="button" className="button quiet" onClick={cancel}>
            Cancel upload
          </button>
        </>
      ) : (
        <>
          <button type="button" className="button quiet" onClick={() => input.current?.click()}>
            <AdminIcon name="documents" />
            Upload {uploadable === 'image' ? 'an image' : 'a file'}
            <span className="visually-hidden"> for {label}</span>
          </button>
          <span className="hint">or drop it here, at most 10 MB</span>
          {value && (
            <button type="button" className="button quiet" onClick={() => change('')}>
              Remove<span className="visually-hidden"> {label}</span>
            </button>
          )}
        </>
      )}
      {upload.state === 'waiting' && (
        <p className="upload-waits" role="status">
          <span>{UPLOAD.fieldChanged(upload.name)}</span>
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              change(upload.address)
              forget()
            }}
          >
            Use the uploaded file
          </button>
          <button type="button" className="button quiet" onClick={forget}>
            Dismiss
          </button>
        </p>
      )}
      {upload.state === 'failed' && (
        <p className="field-error" role="alert">
          <span>
            {upload.name}: {upload.message}
          </span>
          {upload.file && (
            <button type="button" className="button quiet" onClick={() => send(upload.file)}>
              Retry
            </button>
          )}
          <button type="button" className="button quiet" onClick={forget}>
            Dismiss
          </button>
        </p>
      )}
    </div>
  )
}
