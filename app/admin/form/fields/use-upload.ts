import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { followUpload } from '#app/admin/form/running-uploads.ts'
import { useForm } from '#app/admin/form/use-record-form.ts'
import { changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { newAct } from '#app/data/act.ts'
import { uploadFile } from '#app/data/upload.ts'
import { useSite } from '#app/admin/use-site.ts'
import { fileProblem, type Uploadable } from '#domain/admin/form/chosen-file.ts'
import { UPLOAD } from '#domain/messages.ts'

export type UploadState =
  | { state: 'idle' }
  | { state: 'sending'; name: string; part: number }
  /** The field was changed while the file was sent, so the file waits for a decision. */
  | { state: 'waiting'; name: string; address: string }
  /** `file` is set when a retry makes sense. */
  | { state: 'failed'; name: string; message: string; file?: File }

interface Target {
  uploadable: Uploadable
  value: string
  change: (address: string) => void
}

/** Uploads a file for a field; a save of the form waits until it has finished. What is typed meanwhile stays. */
export function useUpload({ uploadable, value, change }: Target) {
  const form = useForm()
  const { site } = useSite()
  const [upload, setUpload] = useState<UploadState>({ state: 'idle' })
  const running = useRef<AbortController>(null)
  const present = useRef(value)
  useLayoutEffect(() => {
    present.current = value
  }, [value])
  // Only a save that waits for it still needs a file whose form was left.
  useEffect(
    () => () => {
      if (!form.state.isSaving) running.current?.abort()
    },
    [form],
  )

  async function run(file: File, controller: AbortController): Promise<void> {
    const onProgress = (part: number) => setUpload({ state: 'sending', name: file.name, part })
    const { url: siteUrl, publishableKey } = site
    const options = { signal: controller.signal, onProgress }
    const before = present.current
    try {
      const stored = changeAsAdmin(
        (client) => uploadFile({ client, siteUrl, publishableKey }, file, options),
        newAct('form'),
        form.account,
      )
      const address = await unlessAborted(stored, controller.signal)
      if (present.current !== before) return setUpload({ state: 'waiting', name: file.name, address })
      change(address)
      setUpload({ state: 'idle' })
    } catch (error) {
      if (controller.signal.aborted) {
        // When another file was chosen meanwhile, its state is shown.
        if (running.current === controller) setUpload({ state: 'idle' })
        return
      }
      const message = error instanceof Error ? error.message : UPLOAD.broken
      setUpload({ state: 'failed', name: file.name, message, file })
      throw error
    }
  }

  function send(file: File | undefined) {
    if (!file) return
    running.current?.abort()
    running.current = null
    const message = fileProblem(file, uploadable)
    if (message) return setUpload({ state: 'failed', name: file.name, message })
    const controller = new AbortController()
    running.current = controller
    setUpload({ state: 'sending', name: file.name, part: 0 })
    const upload = run(file, controller)
    form.waitFor(upload)
    followUpload(form, upload)
  }

  return { upload, send, cancel: () => running.current?.abort(), forget: () => setUpload({ state: 'idle' }) }
}

/** @returns the result of an upload, which may wait for a sign-in, or for the refresh of a token, when it is cancelled */
function unlessAborted<T>(upload: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    upload.then(resolve, reject)
  })
}
