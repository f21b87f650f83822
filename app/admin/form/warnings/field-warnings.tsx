import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { useFormState } from '#app/admin/form/use-record-form.ts'

/** @returns the warnings about a field, one on each line; '' without any */
export function useWarnings(column: string): string {
  return useFormState(({ warnings }) =>
    warnings
      .filter(({ field }) => field === column)
      .map(({ message }) => message)
      .join('\n'),
  )
}

/** The warnings about a field, shown below it. They do not prevent saving. */
export function FieldWarnings({ id, messages }: { id: string; messages: string }) {
  if (!messages) return null
  return (
    <ul className="field-warnings" id={id}>
      {messages.split('\n').map((message) => (
        <li key={message}>
          <AdminIcon name="warning" />
          {message}
        </li>
      ))}
    </ul>
  )
}
