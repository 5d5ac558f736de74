/** kinora-ai-sdk: Kinora as a provider of the AI SDK. */
export { createKinora, kinora, type KinoraProvider, type KinoraProviderOptions } from './provider.ts';
