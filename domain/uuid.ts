/** A UUID in the usual form. The database rejects a request with any other text where it expects one. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
