import { createStore } from '#app/admin/feedback/store.ts'
import type { RecordForm } from './record-form.ts'

/** For each upload that has not ended, the id of its form. */
const running = createStore<readonly string[]>([])

export function followUpload({ id }: RecordForm, upload: Promise<void>): void {
  running.set([...running.get(), id])
  void upload
    .catch(() => {})
    .then(() => {
      const others = [...running.get()]
      others.splice(others.indexOf(id), 1)
      running.set(others)
    })
}

/** @returns whether a file is being uploaded for a form: its fields do not show that yet */
export function isUploading({ id }: RecordForm): boolean {
  return running.get().includes(id)
}

export function useIsUploading({ id }: RecordForm): boolean {
  return running.use().includes(id)
}
