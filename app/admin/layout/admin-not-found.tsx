/** Page for an unknown path of the admin. */
export function AdminNotFound() {
  return (
    <div className="admin-empty">
      <h1 tabIndex={-1}>There is nothing at this address</h1>
      <p>Choose a tab to go on.</p>
    </div>
  )
}

export default AdminNotFound
