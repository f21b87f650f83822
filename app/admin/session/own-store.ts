import { createStore } from '#app/admin/feedback/store.ts'
import { latestAccount, useAdminState } from './session.ts'

/** A value, null at first, that only the account sees that was signed in when it was set: not who signs in after it in the same tab. */
export function createOwnStore<T>() {
  const store = createStore<{ owner: string; value: T | null }>({ owner: '', value: null })
  function useOwn(): T | null {
    const state = useAdminState()
    const { owner, value } = store.use()
    return state.kind === 'staff' && state.account === owner ? value : null
  }
  return {
    get: () => store.get().value,
    set: (value: T | null) => store.set({ owner: latestAccount(), value }),
    use: useOwn,
  }
}
