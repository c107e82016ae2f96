/** The query of the page's link. Without a query, the fragment takes its place: some hosts drop queries. */
export const linkQuery = () => location.search || location.hash.replace("#", "?");
