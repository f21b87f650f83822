import { useState } from 'react'
import type { Control } from '#app/admin/form/use-record-form.ts'
import { serverNow } from '#app/data/server-time.ts'
import { formatPostTime } from '#domain/admin/post-time.ts'

export function PostTimeControl({ value, change, input }: Control) {
  const [opened] = useState(() => formatPostTime(serverNow()))
  return (
    <div className="with-button">
      <input
        {...input}
        className="field"
        value={value}
        autoComplete="off"
        placeholder={opened}
        onChange={(event) => change(event.target.value)}
      />
      <button type="button" className="button" onClick={() => change(formatPostTime(serverNow()))}>
        Now
      </button>
    </div>
  )
}
