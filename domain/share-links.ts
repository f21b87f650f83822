/** Addresses that share a page in a messaging app and a chat app. Source: docs/behaviour/public-pages.md#sharing. */
export function shareLinks(title: string, pageUrl: string): { whatsapp: string; telegram: string } {
  return {
    whatsapp: `https://wa.me/?text=${encodeURIComponent(`${title}\n${pageUrl}`)}`,
    telegram: `https://t.me/share/url?url=${encodeURIComponent(pageUrl)}&text=${encodeURIComponent(title)}`,
  }
}
