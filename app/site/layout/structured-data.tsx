/**
 * Facts for search engines. They read documents, so only the server writes them; after a client navigation it is empty.
 *
 * @param json made by jsonLd(): nothing in it can end the script
 */
export function StructuredData({ json }: { json: string }) {
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
}
