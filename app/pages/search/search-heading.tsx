import { Breadcrumb } from '#app/ui/breadcrumb.tsx'

export function SearchHeading() {
  return (
    <div className="list-heading">
      <Breadcrumb trail={[{ label: 'Home', href: '/' }]} />
      <h1 tabIndex={-1}>Search</h1>
    </div>
  )
}
