/** Address of the hosted pages, which the build writes into bundles; sources that run without a build have none. */
declare const HEADSCOPE_SITE: string | undefined;
