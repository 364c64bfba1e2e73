// What a service under pressure serves all the same: files that a page is made of. Refusing one saves nothing, leaves a page that half works,
// and a script that another origin loads would be refused without the header that lets the browser say why.

/** Options of such a route. */
export const SERVED_WHEN_BUSY = { config: { pressureHandler: (): void => undefined } } as const;
