/** Child processes get nothing of our environment, which holds secrets. (Next's types want NODE_ENV in every one.) */
export const NO_ENVIRONMENT = {} as NodeJS.ProcessEnv;
