import { createStore } from '#app/admin/feedback/store.ts'
import { latestAccount, useAdminState } from './session.ts'

/** A value that only the account sees that was signed in when it was set: not who signs in after it in the same tab. */
export function createOwnStore<T>(initial: T) {
  const store = createStore({ owner: '', value: initial })
  function useOwn(): T {
    const state = useAdminState()
    const { owner, value } = store.use()
    return state.kind === 'staff' && state.account === owner ? value : initial
  }
  return {
    get: () => store.get().value,
    set: (value: T) => store.set({ owner: latestAccount(), value }),
    use: useOwn,
  }
}
