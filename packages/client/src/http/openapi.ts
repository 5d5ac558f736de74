/**
 * The operations of a Kinora server, generated from its OpenAPI document by `npm run docs`. Do not edit.
 */
export interface paths {
    "/mj/submit/imagine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Generate a grid of four images */
        post: operations["post_mj_submit_imagine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/submit/action": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Press a button of a finished task */
        post: operations["post_mj_submit_action"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/submit/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Select (UPSCALE), vary or reroll by task ID and index */
        post: operations["post_mj_submit_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/submit/simple-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Select, vary or reroll by a single text: "<task id> U2" */
        post: operations["post_mj_submit_simple_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/submit/modal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer the modal of a task */
        post: operations["post_mj_submit_modal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/submit/shorten": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Analyze and shorten a prompt */
        post: operations["post_mj_submit_shorten"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/submit/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retrieve a task by job ID */
        post: operations["post_mj_submit_show"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/submit/blend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Blend two to five images */
        post: operations["post_mj_submit_blend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/submit/describe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Describe an image as four prompts */
        post: operations["post_mj_submit_describe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/submit/edits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Edit an image */
        post: operations["post_mj_submit_edits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/submit/retexture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retexture an image */
        post: operations["post_mj_submit_retexture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/submit/video": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Generate clips from an image */
        post: operations["post_mj_submit_video"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/submit/upload-discord-images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload images for use in prompts */
        post: operations["post_mj_submit_upload_discord_images"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/task/{id}/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a task */
        get: operations["get_mj_task_id_fetch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/task/{id}/image-seed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the seed of a finished task */
        get: operations["get_mj_task_id_image_seed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/task/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a task without charge */
        post: operations["post_mj_task_id_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/task/list-by-condition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retrieve several tasks */
        post: operations["post_mj_task_list_by_condition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/task/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the 100 newest tasks */
        get: operations["get_mj_task_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/task/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List queued tasks, oldest first */
        get: operations["get_mj_task_queue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/task/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stream changes of a task (server-sent events) */
        get: operations["get_mj_task_id_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mj/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stream changes of all your tasks (server-sent events) */
        get: operations["get_mj_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/images/generations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Generate images (OpenAI Images API) */
        post: operations["post_v1_images_generations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/images/generations/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Generate images (OpenAI Images API): answer at once with the task */
        post: operations["post_v1_images_generations_async"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/images/edits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Edit an image (OpenAI Images API) */
        post: operations["post_v1_images_edits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/images/edits/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Edit an image (OpenAI Images API): answer at once with the task */
        post: operations["post_v1_images_edits_async"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/images/variations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Generate images like another one (OpenAI Images API) */
        post: operations["post_v1_images_variations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/images/variations/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Generate images like another one (OpenAI Images API): answer at once with the task */
        post: operations["post_v1_images_variations_async"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/images/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get the price of a generation without creating a task */
        post: operations["post_v1_images_quote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/images/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an image task, with its images once completed */
        get: operations["get_v1_images_tasks_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your clips, newest first */
        get: operations["get_v1_videos"];
        put?: never;
        /** Create a clip */
        post: operations["post_v1_videos"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get the price of a request without creating a clip */
        post: operations["post_v1_videos_quote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos/edits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Edit a clip */
        post: operations["post_v1_videos_edits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos/extensions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Extend a clip */
        post: operations["post_v1_videos_extensions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos/{id}/remix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remix a clip with another prompt */
        post: operations["post_v1_videos_id_remix"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a clip without charge */
        post: operations["post_v1_videos_id_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a clip */
        get: operations["get_v1_videos_id"];
        put?: never;
        post?: never;
        /** Delete a clip with its file and record */
        delete: operations["delete_v1_videos_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download a finished clip, its thumbnail or its spritesheet */
        get: operations["get_v1_videos_id_content"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stream changes of a clip (server-sent events) */
        get: operations["get_v1_videos_id_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stream changes of all your clips (server-sent events) */
        get: operations["get_v1_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos/{id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the webhook deliveries of a clip */
        get: operations["get_v1_videos_id_webhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos/{id}/webhooks/{hook}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Redeliver a webhook */
        post: operations["post_v1_videos_id_webhooks_hook_redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the models available to the token */
        get: operations["get_v1_models"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a model with its prices and parameters */
        get: operations["get_v1_models_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what the token may spend, and the balance of its account if it sees that */
        get: operations["get_v1_balance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/billing/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what the token has spent and may spend, for clients of new-api */
        get: operations["get_v1_dashboard_billing_subscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/billing/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what the token has spent, for clients of new-api */
        get: operations["get_v1_dashboard_billing_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    post_mj_submit_imagine: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Prompt text with inline parameters (docs/prompts.md). */
                    prompt: string;
                    /** @description Image prompts. */
                    base64Array?: string[] | null;
                    /** @description A single image prompt. */
                    base64?: string | null;
                    /** @description Model ID or alias; the same as --model in the prompt. Default: the model of the version. */
                    model?: string | null;
                    /** @description MID_JOURNEY, or NIJI_JOURNEY for an anime style. */
                    botType?: string | null;
                    /** @description Any text; returned in the record. */
                    state?: string | null;
                    /** @description URL that every change of the task is posted to. Empty: the default of the server. */
                    notifyHook?: string | null;
                    /** @description Only `modes` is used: its first value selects the tier. */
                    accountFilter?: ({
                        modes?: ("RELAX" | "FAST" | "TURBO")[] | null;
                    } & {
                        [key: string]: unknown;
                    }) | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Accepted or rejected, depending on `code`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error. */
                        code: number;
                        description: string;
                        /** @description ID of the new task; null on failure. For uploads: the URLs. */
                        result: (string | string[]) | null;
                        properties: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    post_mj_submit_action: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ID of the finished task. */
                    taskId: string | number;
                    /** @description customId of one of its buttons. */
                    customId: string;
                    /** @description For V1 to V4: strong variation. */
                    strong?: boolean | null;
                    /** @description Wait for a modal with a changed prompt before starting. */
                    enableRemix?: boolean | null;
                    /** @description Any text; returned in the record. */
                    state?: string | null;
                    /** @description URL that every change of the task is posted to. Empty: the default of the server. */
                    notifyHook?: string | null;
                    /** @description Only `modes` is used: its first value selects the tier. */
                    accountFilter?: ({
                        modes?: ("RELAX" | "FAST" | "TURBO")[] | null;
                    } & {
                        [key: string]: unknown;
                    }) | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Accepted or rejected, depending on `code`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error. */
                        code: number;
                        description: string;
                        /** @description ID of the new task; null on failure. For uploads: the URLs. */
                        result: (string | string[]) | null;
                        properties: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    post_mj_submit_change: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ID of the finished grid. */
                    taskId: string | number;
                    /** @enum {string} */
                    action: "UPSCALE" | "VARIATION" | "REROLL";
                    /** @description Image 1 to 4; ignored for REROLL. */
                    index?: (number | string) | null;
                    /** @description Any text; returned in the record. */
                    state?: string | null;
                    /** @description URL that every change of the task is posted to. Empty: the default of the server. */
                    notifyHook?: string | null;
                    /** @description Only `modes` is used: its first value selects the tier. */
                    accountFilter?: ({
                        modes?: ("RELAX" | "FAST" | "TURBO")[] | null;
                    } & {
                        [key: string]: unknown;
                    }) | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Accepted or rejected, depending on `code`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error. */
                        code: number;
                        description: string;
                        /** @description ID of the new task; null on failure. For uploads: the URLs. */
                        result: (string | string[]) | null;
                        properties: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    post_mj_submit_simple_change: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Task ID and button, for example `<task id> U2`: U1 to U4, V1 to V4 or R. */
                    content: string;
                    /** @description Any text; returned in the record. */
                    state?: string | null;
                    /** @description URL that every change of the task is posted to. Empty: the default of the server. */
                    notifyHook?: string | null;
                    /** @description Only `modes` is used: its first value selects the tier. */
                    accountFilter?: ({
                        modes?: ("RELAX" | "FAST" | "TURBO")[] | null;
                    } & {
                        [key: string]: unknown;
                    }) | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Accepted or rejected, depending on `code`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error. */
                        code: number;
                        description: string;
                        /** @description ID of the new task; null on failure. For uploads: the URLs. */
                        result: (string | string[]) | null;
                        properties: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    post_mj_submit_modal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ID of the waiting task. */
                    taskId: string | number;
                    /** @description Prompt text. Empty: the prompt proposed in `properties.finalPrompt`. */
                    prompt?: string | null;
                    /** @description Mask for Vary (Region): white areas are regenerated. */
                    maskBase64?: string | null;
                    /** @description Any text; returned in the record. */
                    state?: string | null;
                    /** @description URL that every change of the task is posted to. Empty: the default of the server. */
                    notifyHook?: string | null;
                    /** @description Only `modes` is used: its first value selects the tier. */
                    accountFilter?: ({
                        modes?: ("RELAX" | "FAST" | "TURBO")[] | null;
                    } & {
                        [key: string]: unknown;
                    }) | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Accepted or rejected, depending on `code`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error. */
                        code: number;
                        description: string;
                        /** @description ID of the new task; null on failure. For uploads: the URLs. */
                        result: (string | string[]) | null;
                        properties: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    post_mj_submit_shorten: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    prompt: string;
                    /** @description Model ID or alias. Default: the model of --model if it shortens prompts, otherwise the default model for shorten, otherwise the first one that does. */
                    model?: string | null;
                    /** @description MID_JOURNEY, or NIJI_JOURNEY for an anime style. */
                    botType?: string | null;
                    /** @description Any text; returned in the record. */
                    state?: string | null;
                    /** @description URL that every change of the task is posted to. Empty: the default of the server. */
                    notifyHook?: string | null;
                    /** @description Only `modes` is used: its first value selects the tier. */
                    accountFilter?: ({
                        modes?: ("RELAX" | "FAST" | "TURBO")[] | null;
                    } & {
                        [key: string]: unknown;
                    }) | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Accepted or rejected, depending on `code`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error. */
                        code: number;
                        description: string;
                        /** @description ID of the new task; null on failure. For uploads: the URLs. */
                        result: (string | string[]) | null;
                        properties: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    post_mj_submit_show: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description UUID used by its buttons (properties.messageHash). */
                    jobId: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Accepted or rejected, depending on `code`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error. */
                        code: number;
                        description: string;
                        /** @description ID of the new task; null on failure. For uploads: the URLs. */
                        result: (string | string[]) | null;
                        properties: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    post_mj_submit_blend: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 2 to 5 images. */
                    base64Array: string[];
                    /** @description Aspect ratio: 2:3, 1:1 (default) or 3:2. */
                    dimensions?: (("PORTRAIT" | "SQUARE" | "LANDSCAPE") | "") | null;
                    /** @description Model ID or alias. Default: the model of the version if it blends images, otherwise the first one that does. */
                    model?: string | null;
                    /** @description MID_JOURNEY, or NIJI_JOURNEY for an anime style. */
                    botType?: string | null;
                    /** @description Any text; returned in the record. */
                    state?: string | null;
                    /** @description URL that every change of the task is posted to. Empty: the default of the server. */
                    notifyHook?: string | null;
                    /** @description Only `modes` is used: its first value selects the tier. */
                    accountFilter?: ({
                        modes?: ("RELAX" | "FAST" | "TURBO")[] | null;
                    } & {
                        [key: string]: unknown;
                    }) | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Accepted or rejected, depending on `code`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error. */
                        code: number;
                        description: string;
                        /** @description ID of the new task; null on failure. For uploads: the URLs. */
                        result: (string | string[]) | null;
                        properties: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    post_mj_submit_describe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    base64?: string | null;
                    /** @description URL of the image, instead of base64. */
                    link?: string | null;
                    /** @description Model ID or alias. Default: the default model for describe, otherwise the first one that describes images. */
                    model?: string | null;
                    /** @description MID_JOURNEY, or NIJI_JOURNEY for an anime style. */
                    botType?: string | null;
                    /** @description Any text; returned in the record. */
                    state?: string | null;
                    /** @description URL that every change of the task is posted to. Empty: the default of the server. */
                    notifyHook?: string | null;
                    /** @description Only `modes` is used: its first value selects the tier. */
                    accountFilter?: ({
                        modes?: ("RELAX" | "FAST" | "TURBO")[] | null;
                    } & {
                        [key: string]: unknown;
                    }) | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Accepted or rejected, depending on `code`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error. */
                        code: number;
                        description: string;
                        /** @description ID of the new task; null on failure. For uploads: the URLs. */
                        result: (string | string[]) | null;
                        properties: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    post_mj_submit_edits: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    prompt: string;
                    /** @description A URL, or Base64 with or without the prefix `data:image/png;base64,`. */
                    image: string;
                    /** @description Mask: white areas are regenerated. Default: the whole image. */
                    maskBase64?: string | null;
                    /** @description Model ID or alias; the same as --model in the prompt. Default: the model of the version. */
                    model?: string | null;
                    /** @description MID_JOURNEY, or NIJI_JOURNEY for an anime style. */
                    botType?: string | null;
                    /** @description Any text; returned in the record. */
                    state?: string | null;
                    /** @description URL that every change of the task is posted to. Empty: the default of the server. */
                    notifyHook?: string | null;
                    /** @description Only `modes` is used: its first value selects the tier. */
                    accountFilter?: ({
                        modes?: ("RELAX" | "FAST" | "TURBO")[] | null;
                    } & {
                        [key: string]: unknown;
                    }) | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Accepted or rejected, depending on `code`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error. */
                        code: number;
                        description: string;
                        /** @description ID of the new task; null on failure. For uploads: the URLs. */
                        result: (string | string[]) | null;
                        properties: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    post_mj_submit_retexture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    prompt: string;
                    /** @description A URL, or Base64 with or without the prefix `data:image/png;base64,`. */
                    image: string;
                    /** @description Mask: white areas are regenerated. Default: the whole image. */
                    maskBase64?: string | null;
                    /** @description Model ID or alias; the same as --model in the prompt. Default: the model of the version. */
                    model?: string | null;
                    /** @description MID_JOURNEY, or NIJI_JOURNEY for an anime style. */
                    botType?: string | null;
                    /** @description Any text; returned in the record. */
                    state?: string | null;
                    /** @description URL that every change of the task is posted to. Empty: the default of the server. */
                    notifyHook?: string | null;
                    /** @description Only `modes` is used: its first value selects the tier. */
                    accountFilter?: ({
                        modes?: ("RELAX" | "FAST" | "TURBO")[] | null;
                    } & {
                        [key: string]: unknown;
                    }) | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Accepted or rejected, depending on `code`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error. */
                        code: number;
                        description: string;
                        /** @description ID of the new task; null on failure. For uploads: the URLs. */
                        result: (string | string[]) | null;
                        properties: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    post_mj_submit_video: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Description of the motion; may be empty. */
                    prompt?: string | null;
                    /** @description First frame. */
                    image?: string | null;
                    /** @description Alias of image. */
                    base64?: string | null;
                    /** @description Last frame. */
                    endImage?: string | null;
                    motion?: (("low" | "high") | "") | null;
                    loop?: boolean | null;
                    /** @description Number of candidates. Default: 4. */
                    batchSize?: (1 | 2 | 4) | null;
                    /** @description Resolution: 480 or 720 lines. */
                    videoType?: (("vid_1.1_i2v_480" | "vid_1.1_i2v_720") | "") | null;
                    /** @description ID of a finished task to start from. */
                    taskId?: (string | number) | null;
                    /** @description Candidate of that task, 0 to 3. */
                    index?: (number | string) | null;
                    /** @description `extend`: extend a finished clip. */
                    action?: ("extend" | "") | null;
                    mode?: ("RELAX" | "FAST" | "TURBO") | null;
                    /** @description Model ID or alias; the same as --model in the prompt. */
                    model?: string | null;
                    /** @description MID_JOURNEY, or NIJI_JOURNEY for an anime style. */
                    botType?: string | null;
                    /** @description Any text; returned in the record. */
                    state?: string | null;
                    /** @description URL that every change of the task is posted to. Empty: the default of the server. */
                    notifyHook?: string | null;
                    /** @description Only `modes` is used: its first value selects the tier. */
                    accountFilter?: ({
                        modes?: ("RELAX" | "FAST" | "TURBO")[] | null;
                    } & {
                        [key: string]: unknown;
                    }) | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Accepted or rejected, depending on `code`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error. */
                        code: number;
                        description: string;
                        /** @description ID of the new task; null on failure. For uploads: the URLs. */
                        result: (string | string[]) | null;
                        properties: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    post_mj_submit_upload_discord_images: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    base64Array: string[];
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Accepted or rejected, depending on `code`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error. */
                        code: number;
                        description: string;
                        /** @description ID of the new task; null on failure. For uploads: the URLs. */
                        result: (string | string[]) | null;
                        properties: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    get_mj_task_id_fetch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task record. */
            200: {
                headers: {
                    /** @description Entity tag. Send it as If-None-Match to receive 304 without a body if nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        action: "IMAGINE" | "UPSCALE" | "VARIATION" | "ZOOM" | "PAN" | "BLEND" | "DESCRIBE" | "SHORTEN" | "EDIT" | "RETEXTURE" | "VIDEO";
                        /** @enum {string} */
                        status: "NOT_START" | "SUBMITTED" | "MODAL" | "IN_PROGRESS" | "SUCCESS" | "FAILURE";
                        prompt: string | null;
                        promptEn: string | null;
                        description: string;
                        state: string | null;
                        submitTime: number;
                        startTime: number | null;
                        finishTime: number | null;
                        progress: string;
                        imageUrl: string | null;
                        imageWidth: number | null;
                        imageHeight: number | null;
                        /** @description The four images of a grid. */
                        imageUrls?: {
                            url: string;
                            thumbnail: string;
                        }[];
                        /** @description URL of the clip. */
                        videoUrl?: string;
                        /** @description The candidates of a clip task. Length, frame rate and sound are those of the file. fps and audio are absent for clips of earlier versions. */
                        videoUrls?: {
                            url: string;
                            thumbnail: string;
                            /** @description Seconds. */
                            duration?: number;
                            /** @description Frames per second, on average. May differ from those that were asked for. */
                            fps?: number;
                            /** @description Whether the clip has sound. */
                            audio?: boolean;
                        }[];
                        failReason: string | null;
                        buttons: {
                            customId: string;
                            emoji: string;
                            label: string;
                            /** @enum {number} */
                            type: 2;
                            /** @description 3: the button has been pressed. */
                            style: 2 | 3;
                        }[];
                        /** @enum {string} */
                        mode: "RELAX" | "FAST" | "TURBO";
                        /** @enum {string} */
                        botType: "MID_JOURNEY" | "NIJI_JOURNEY";
                        parentId: string | null;
                        seed: string;
                        properties: {
                            [key: string]: unknown;
                        };
                        usage: {
                            /**
                             * @description Unit that the price applies to.
                             * @enum {string}
                             */
                            unit: "clip" | "second" | "image";
                            /** @description Number of units. */
                            quantity: number;
                            /** @description Price per unit including the tier factor, as a decimal string. */
                            unit_price: string;
                            /** @description Amount held while the task runs. After the task has finished, the amount charged: 0.00 unless it succeeded. */
                            amount: string;
                            currency: string;
                            charged: boolean;
                        };
                    };
                };
            };
        };
    };
    get_mj_task_id_image_seed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The seed in `result`, or a rejection, depending on `code`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error. */
                        code: number;
                        description: string;
                        /** @description ID of the new task; null on failure. For uploads: the URLs. */
                        result: (string | string[]) | null;
                        properties: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    post_mj_task_id_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Code 1: the task is cancelled. Code 4: it cannot be cancelled; `properties.errorCode` says why (`task_ended` or `task_bought`). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 1 accepted, 21 waiting for its modal, 22 accepted and queued, 4 invalid request, 23 queue full, 24 banned word, 9 internal error. */
                        code: number;
                        description: string;
                        /** @description ID of the new task; null on failure. For uploads: the URLs. */
                        result: (string | string[]) | null;
                        properties: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    post_mj_task_list_by_condition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    ids?: (string | number)[] | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The task records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        action: "IMAGINE" | "UPSCALE" | "VARIATION" | "ZOOM" | "PAN" | "BLEND" | "DESCRIBE" | "SHORTEN" | "EDIT" | "RETEXTURE" | "VIDEO";
                        /** @enum {string} */
                        status: "NOT_START" | "SUBMITTED" | "MODAL" | "IN_PROGRESS" | "SUCCESS" | "FAILURE";
                        prompt: string | null;
                        promptEn: string | null;
                        description: string;
                        state: string | null;
                        submitTime: number;
                        startTime: number | null;
                        finishTime: number | null;
                        progress: string;
                        imageUrl: string | null;
                        imageWidth: number | null;
                        imageHeight: number | null;
                        /** @description The four images of a grid. */
                        imageUrls?: {
                            url: string;
                            thumbnail: string;
                        }[];
                        /** @description URL of the clip. */
                        videoUrl?: string;
                        /** @description The candidates of a clip task. Length, frame rate and sound are those of the file. fps and audio are absent for clips of earlier versions. */
                        videoUrls?: {
                            url: string;
                            thumbnail: string;
                            /** @description Seconds. */
                            duration?: number;
                            /** @description Frames per second, on average. May differ from those that were asked for. */
                            fps?: number;
                            /** @description Whether the clip has sound. */
                            audio?: boolean;
                        }[];
                        failReason: string | null;
                        buttons: {
                            customId: string;
                            emoji: string;
                            label: string;
                            /** @enum {number} */
                            type: 2;
                            /** @description 3: the button has been pressed. */
                            style: 2 | 3;
                        }[];
                        /** @enum {string} */
                        mode: "RELAX" | "FAST" | "TURBO";
                        /** @enum {string} */
                        botType: "MID_JOURNEY" | "NIJI_JOURNEY";
                        parentId: string | null;
                        seed: string;
                        properties: {
                            [key: string]: unknown;
                        };
                        usage: {
                            /**
                             * @description Unit that the price applies to.
                             * @enum {string}
                             */
                            unit: "clip" | "second" | "image";
                            /** @description Number of units. */
                            quantity: number;
                            /** @description Price per unit including the tier factor, as a decimal string. */
                            unit_price: string;
                            /** @description Amount held while the task runs. After the task has finished, the amount charged: 0.00 unless it succeeded. */
                            amount: string;
                            currency: string;
                            charged: boolean;
                        };
                    }[];
                };
            };
        };
    };
    get_mj_task_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        action: "IMAGINE" | "UPSCALE" | "VARIATION" | "ZOOM" | "PAN" | "BLEND" | "DESCRIBE" | "SHORTEN" | "EDIT" | "RETEXTURE" | "VIDEO";
                        /** @enum {string} */
                        status: "NOT_START" | "SUBMITTED" | "MODAL" | "IN_PROGRESS" | "SUCCESS" | "FAILURE";
                        prompt: string | null;
                        promptEn: string | null;
                        description: string;
                        state: string | null;
                        submitTime: number;
                        startTime: number | null;
                        finishTime: number | null;
                        progress: string;
                        imageUrl: string | null;
                        imageWidth: number | null;
                        imageHeight: number | null;
                        /** @description The four images of a grid. */
                        imageUrls?: {
                            url: string;
                            thumbnail: string;
                        }[];
                        /** @description URL of the clip. */
                        videoUrl?: string;
                        /** @description The candidates of a clip task. Length, frame rate and sound are those of the file. fps and audio are absent for clips of earlier versions. */
                        videoUrls?: {
                            url: string;
                            thumbnail: string;
                            /** @description Seconds. */
                            duration?: number;
                            /** @description Frames per second, on average. May differ from those that were asked for. */
                            fps?: number;
                            /** @description Whether the clip has sound. */
                            audio?: boolean;
                        }[];
                        failReason: string | null;
                        buttons: {
                            customId: string;
                            emoji: string;
                            label: string;
                            /** @enum {number} */
                            type: 2;
                            /** @description 3: the button has been pressed. */
                            style: 2 | 3;
                        }[];
                        /** @enum {string} */
                        mode: "RELAX" | "FAST" | "TURBO";
                        /** @enum {string} */
                        botType: "MID_JOURNEY" | "NIJI_JOURNEY";
                        parentId: string | null;
                        seed: string;
                        properties: {
                            [key: string]: unknown;
                        };
                        usage: {
                            /**
                             * @description Unit that the price applies to.
                             * @enum {string}
                             */
                            unit: "clip" | "second" | "image";
                            /** @description Number of units. */
                            quantity: number;
                            /** @description Price per unit including the tier factor, as a decimal string. */
                            unit_price: string;
                            /** @description Amount held while the task runs. After the task has finished, the amount charged: 0.00 unless it succeeded. */
                            amount: string;
                            currency: string;
                            charged: boolean;
                        };
                    }[];
                };
            };
        };
    };
    get_mj_task_queue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        action: "IMAGINE" | "UPSCALE" | "VARIATION" | "ZOOM" | "PAN" | "BLEND" | "DESCRIBE" | "SHORTEN" | "EDIT" | "RETEXTURE" | "VIDEO";
                        /** @enum {string} */
                        status: "NOT_START" | "SUBMITTED" | "MODAL" | "IN_PROGRESS" | "SUCCESS" | "FAILURE";
                        prompt: string | null;
                        promptEn: string | null;
                        description: string;
                        state: string | null;
                        submitTime: number;
                        startTime: number | null;
                        finishTime: number | null;
                        progress: string;
                        imageUrl: string | null;
                        imageWidth: number | null;
                        imageHeight: number | null;
                        /** @description The four images of a grid. */
                        imageUrls?: {
                            url: string;
                            thumbnail: string;
                        }[];
                        /** @description URL of the clip. */
                        videoUrl?: string;
                        /** @description The candidates of a clip task. Length, frame rate and sound are those of the file. fps and audio are absent for clips of earlier versions. */
                        videoUrls?: {
                            url: string;
                            thumbnail: string;
                            /** @description Seconds. */
                            duration?: number;
                            /** @description Frames per second, on average. May differ from those that were asked for. */
                            fps?: number;
                            /** @description Whether the clip has sound. */
                            audio?: boolean;
                        }[];
                        failReason: string | null;
                        buttons: {
                            customId: string;
                            emoji: string;
                            label: string;
                            /** @enum {number} */
                            type: 2;
                            /** @description 3: the button has been pressed. */
                            style: 2 | 3;
                        }[];
                        /** @enum {string} */
                        mode: "RELAX" | "FAST" | "TURBO";
                        /** @enum {string} */
                        botType: "MID_JOURNEY" | "NIJI_JOURNEY";
                        parentId: string | null;
                        seed: string;
                        properties: {
                            [key: string]: unknown;
                        };
                        usage: {
                            /**
                             * @description Unit that the price applies to.
                             * @enum {string}
                             */
                            unit: "clip" | "second" | "image";
                            /** @description Number of units. */
                            quantity: number;
                            /** @description Price per unit including the tier factor, as a decimal string. */
                            unit_price: string;
                            /** @description Amount held while the task runs. After the task has finished, the amount charged: 0.00 unless it succeeded. */
                            amount: string;
                            currency: string;
                            charged: boolean;
                        };
                    }[];
                };
            };
        };
    };
    get_mj_task_id_events: {
        parameters: {
            query?: {
                /** @description Alternative to the header Last-Event-ID: continue after that event. */
                last_event_id?: string;
            };
            header?: {
                /** @description Number of the last event received; the stream continues after it. */
                "Last-Event-ID"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each event is named after the status, has a number, and contains the record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            /** @description The task has finished and all events have been received. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_mj_events: {
        parameters: {
            query?: {
                /** @description Alternative to the header Last-Event-ID: continue after that event. */
                last_event_id?: string;
            };
            header?: {
                /** @description Number of the last event received; the stream continues after it. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each event is named after the status, has a number, and contains the record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
        };
    };
    post_v1_images_generations: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
                /** @description `respond-async`: answer at once with the task. `wait=20`: wait at most so many seconds. */
                Prefer?: string;
                /** @description Seconds (`90`, `1m30s`) within which the task has to start; otherwise it is cancelled. */
                "Cancel-After"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Prompt text; inline parameters such as `--ar` work (docs/prompts.md). */
                    prompt: string;
                    /** @description Such as `16:9`, if `size` is not given. */
                    aspect_ratio?: string;
                    /** @description Model ID or alias (GET /v1/models). Absent: the default model for images. */
                    model?: string;
                    /** @description The number of images, each with its price. Default: 1. */
                    n?: number | string;
                    /** @description `auto`, or width and height such as `1024x1536`: 64 to 4096 pixels each, at most 3:1. */
                    size?: string;
                    /** @description `0.5K`, `1K` or `2K`: the size without `size`, in the aspect ratio of the request. */
                    resolution?: string;
                    /** @description `auto` and `standard`; others if the model has them. */
                    quality?: string;
                    /** @description `transparent`: if the model has it. */
                    background?: ("transparent" | "opaque" | "auto") | "";
                    output_format?: ("png" | "jpeg" | "webp") | "";
                    /** @description Quality of JPEG and WebP. Default: 92. */
                    output_compression?: number | string;
                    /** @description Default: `b64_json`; `url` if the model is named dall-e-2 or dall-e-3. */
                    response_format?: ("url" | "b64_json") | "";
                    /** @description Server-sent events, with previews if `partial_images` asks for them. */
                    stream?: boolean | ("true" | "false");
                    partial_images?: number | string;
                    seed?: number | string;
                    /** @description Answer at once with the task, as `/async` does. */
                    async?: boolean | ("true" | "false");
                    /** @description Your end user. Stored with the task; lists, usage and a cap of the token go by it. */
                    user?: string;
                    /** @description The same as `user`, and used before it. */
                    safety_identifier?: string;
                    /** @description URL that is notified when the task has ended (docs/hooks.md). */
                    webhook_url?: string;
                    /** @description Seconds within which the task has to start. Otherwise it is cancelled without charge. Also as the header `Cancel-After`. */
                    timeout?: number | string;
                    /** @description Seconds that the files are kept, from 60 to the retention of the server, as a number or as `{"seconds": 3600}`. */
                    expires_after?: (number | string) | ({
                        /** @enum {string} */
                        anchor?: "created_at";
                        seconds: number | string;
                    } & {
                        [key: string]: unknown;
                    });
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The images. With `stream`, server-sent events instead. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: number;
                        data: {
                            /** @description Absolute address of the PNG file, which needs no key. */
                            url?: string;
                            b64_json?: string;
                        }[];
                        /** @enum {string} */
                        background: "opaque" | "transparent";
                        /** @enum {string} */
                        output_format: "png" | "jpeg" | "webp";
                        quality: string;
                        size: string;
                    };
                    "text/event-stream": unknown;
                };
            };
            /** @description The task, which goes on. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        task_id: string;
                        /** @enum {string} */
                        object: "image.generation.task";
                        model: string;
                        /** @enum {string} */
                        status: "queued" | "in_progress" | "completed" | "failed" | "cancelled";
                        progress: number;
                        created_at: number;
                        completed_at: number | null;
                        /** @description When the files are deleted. */
                        expires_at: number | null;
                        poll_url: string;
                        /** @description Fields of the request that have no effect. */
                        ignored?: string[];
                        user?: string;
                        /** @description The price; what was charged, once the task has ended. */
                        amount: string;
                        currency: string;
                        /** @description The response of the synchronous request, once completed. */
                        result?: {
                            created: number;
                            data: {
                                /** @description Absolute address of the PNG file, which needs no key. */
                                url?: string;
                                b64_json?: string;
                            }[];
                            /** @enum {string} */
                            background: "opaque" | "transparent";
                            /** @enum {string} */
                            output_format: "png" | "jpeg" | "webp";
                            quality: string;
                            size: string;
                        };
                        error?: {
                            message: string;
                            code: string;
                        };
                    };
                };
            };
        };
    };
    post_v1_images_generations_async: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
                /** @description `respond-async`: answer at once with the task. `wait=20`: wait at most so many seconds. */
                Prefer?: string;
                /** @description Seconds (`90`, `1m30s`) within which the task has to start; otherwise it is cancelled. */
                "Cancel-After"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Prompt text; inline parameters such as `--ar` work (docs/prompts.md). */
                    prompt: string;
                    /** @description Such as `16:9`, if `size` is not given. */
                    aspect_ratio?: string;
                    /** @description Model ID or alias (GET /v1/models). Absent: the default model for images. */
                    model?: string;
                    /** @description The number of images, each with its price. Default: 1. */
                    n?: number | string;
                    /** @description `auto`, or width and height such as `1024x1536`: 64 to 4096 pixels each, at most 3:1. */
                    size?: string;
                    /** @description `0.5K`, `1K` or `2K`: the size without `size`, in the aspect ratio of the request. */
                    resolution?: string;
                    /** @description `auto` and `standard`; others if the model has them. */
                    quality?: string;
                    /** @description `transparent`: if the model has it. */
                    background?: ("transparent" | "opaque" | "auto") | "";
                    output_format?: ("png" | "jpeg" | "webp") | "";
                    /** @description Quality of JPEG and WebP. Default: 92. */
                    output_compression?: number | string;
                    /** @description Default: `b64_json`; `url` if the model is named dall-e-2 or dall-e-3. */
                    response_format?: ("url" | "b64_json") | "";
                    /** @description Server-sent events, with previews if `partial_images` asks for them. */
                    stream?: boolean | ("true" | "false");
                    partial_images?: number | string;
                    seed?: number | string;
                    /** @description Answer at once with the task, as `/async` does. */
                    async?: boolean | ("true" | "false");
                    /** @description Your end user. Stored with the task; lists, usage and a cap of the token go by it. */
                    user?: string;
                    /** @description The same as `user`, and used before it. */
                    safety_identifier?: string;
                    /** @description URL that is notified when the task has ended (docs/hooks.md). */
                    webhook_url?: string;
                    /** @description Seconds within which the task has to start. Otherwise it is cancelled without charge. Also as the header `Cancel-After`. */
                    timeout?: number | string;
                    /** @description Seconds that the files are kept, from 60 to the retention of the server, as a number or as `{"seconds": 3600}`. */
                    expires_after?: (number | string) | ({
                        /** @enum {string} */
                        anchor?: "created_at";
                        seconds: number | string;
                    } & {
                        [key: string]: unknown;
                    });
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The task, which goes on. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        task_id: string;
                        /** @enum {string} */
                        object: "image.generation.task";
                        model: string;
                        /** @enum {string} */
                        status: "queued" | "in_progress" | "completed" | "failed" | "cancelled";
                        progress: number;
                        created_at: number;
                        completed_at: number | null;
                        /** @description When the files are deleted. */
                        expires_at: number | null;
                        poll_url: string;
                        /** @description Fields of the request that have no effect. */
                        ignored?: string[];
                        user?: string;
                        /** @description The price; what was charged, once the task has ended. */
                        amount: string;
                        currency: string;
                        /** @description The response of the synchronous request, once completed. */
                        result?: {
                            created: number;
                            data: {
                                /** @description Absolute address of the PNG file, which needs no key. */
                                url?: string;
                                b64_json?: string;
                            }[];
                            /** @enum {string} */
                            background: "opaque" | "transparent";
                            /** @enum {string} */
                            output_format: "png" | "jpeg" | "webp";
                            quality: string;
                            size: string;
                        };
                        error?: {
                            message: string;
                            code: string;
                        };
                    };
                };
            };
        };
    };
    post_v1_images_edits: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
                /** @description `respond-async`: answer at once with the task. `wait=20`: wait at most so many seconds. */
                Prefer?: string;
                /** @description Seconds (`90`, `1m30s`) within which the task has to start; otherwise it is cancelled. */
                "Cancel-After"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What to change. */
                    prompt: string;
                    /** @description The image to edit, or up to 16: files in a form. */
                    image?: unknown;
                    /** @description The images in JSON: `{"image_url": …}` or `{"file_id": …}` each. */
                    images?: unknown;
                    /** @description Its transparent areas are generated again. Without transparency: its white areas. */
                    mask?: unknown;
                    /** @description Model ID or alias (GET /v1/models). Absent: the default model for images. */
                    model?: string;
                    /** @description The number of images, each with its price. Default: 1. */
                    n?: number | string;
                    /** @description `auto`, or width and height such as `1024x1536`: 64 to 4096 pixels each, at most 3:1. */
                    size?: string;
                    /** @description `0.5K`, `1K` or `2K`: the size without `size`, in the aspect ratio of the request. */
                    resolution?: string;
                    /** @description `auto` and `standard`; others if the model has them. */
                    quality?: string;
                    /** @description `transparent`: if the model has it. */
                    background?: ("transparent" | "opaque" | "auto") | "";
                    output_format?: ("png" | "jpeg" | "webp") | "";
                    /** @description Quality of JPEG and WebP. Default: 92. */
                    output_compression?: number | string;
                    /** @description Default: `b64_json`; `url` if the model is named dall-e-2 or dall-e-3. */
                    response_format?: ("url" | "b64_json") | "";
                    /** @description Server-sent events, with previews if `partial_images` asks for them. */
                    stream?: boolean | ("true" | "false");
                    partial_images?: number | string;
                    seed?: number | string;
                    /** @description Answer at once with the task, as `/async` does. */
                    async?: boolean | ("true" | "false");
                    /** @description Your end user. Stored with the task; lists, usage and a cap of the token go by it. */
                    user?: string;
                    /** @description The same as `user`, and used before it. */
                    safety_identifier?: string;
                    /** @description URL that is notified when the task has ended (docs/hooks.md). */
                    webhook_url?: string;
                    /** @description Seconds within which the task has to start. Otherwise it is cancelled without charge. Also as the header `Cancel-After`. */
                    timeout?: number | string;
                    /** @description Seconds that the files are kept, from 60 to the retention of the server, as a number or as `{"seconds": 3600}`. */
                    expires_after?: (number | string) | ({
                        /** @enum {string} */
                        anchor?: "created_at";
                        seconds: number | string;
                    } & {
                        [key: string]: unknown;
                    });
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The images. With `stream`, server-sent events instead. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: number;
                        data: {
                            /** @description Absolute address of the PNG file, which needs no key. */
                            url?: string;
                            b64_json?: string;
                        }[];
                        /** @enum {string} */
                        background: "opaque" | "transparent";
                        /** @enum {string} */
                        output_format: "png" | "jpeg" | "webp";
                        quality: string;
                        size: string;
                    };
                    "text/event-stream": unknown;
                };
            };
            /** @description The task, which goes on. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        task_id: string;
                        /** @enum {string} */
                        object: "image.generation.task";
                        model: string;
                        /** @enum {string} */
                        status: "queued" | "in_progress" | "completed" | "failed" | "cancelled";
                        progress: number;
                        created_at: number;
                        completed_at: number | null;
                        /** @description When the files are deleted. */
                        expires_at: number | null;
                        poll_url: string;
                        /** @description Fields of the request that have no effect. */
                        ignored?: string[];
                        user?: string;
                        /** @description The price; what was charged, once the task has ended. */
                        amount: string;
                        currency: string;
                        /** @description The response of the synchronous request, once completed. */
                        result?: {
                            created: number;
                            data: {
                                /** @description Absolute address of the PNG file, which needs no key. */
                                url?: string;
                                b64_json?: string;
                            }[];
                            /** @enum {string} */
                            background: "opaque" | "transparent";
                            /** @enum {string} */
                            output_format: "png" | "jpeg" | "webp";
                            quality: string;
                            size: string;
                        };
                        error?: {
                            message: string;
                            code: string;
                        };
                    };
                };
            };
        };
    };
    post_v1_images_edits_async: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
                /** @description `respond-async`: answer at once with the task. `wait=20`: wait at most so many seconds. */
                Prefer?: string;
                /** @description Seconds (`90`, `1m30s`) within which the task has to start; otherwise it is cancelled. */
                "Cancel-After"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What to change. */
                    prompt: string;
                    /** @description The image to edit, or up to 16: files in a form. */
                    image?: unknown;
                    /** @description The images in JSON: `{"image_url": …}` or `{"file_id": …}` each. */
                    images?: unknown;
                    /** @description Its transparent areas are generated again. Without transparency: its white areas. */
                    mask?: unknown;
                    /** @description Model ID or alias (GET /v1/models). Absent: the default model for images. */
                    model?: string;
                    /** @description The number of images, each with its price. Default: 1. */
                    n?: number | string;
                    /** @description `auto`, or width and height such as `1024x1536`: 64 to 4096 pixels each, at most 3:1. */
                    size?: string;
                    /** @description `0.5K`, `1K` or `2K`: the size without `size`, in the aspect ratio of the request. */
                    resolution?: string;
                    /** @description `auto` and `standard`; others if the model has them. */
                    quality?: string;
                    /** @description `transparent`: if the model has it. */
                    background?: ("transparent" | "opaque" | "auto") | "";
                    output_format?: ("png" | "jpeg" | "webp") | "";
                    /** @description Quality of JPEG and WebP. Default: 92. */
                    output_compression?: number | string;
                    /** @description Default: `b64_json`; `url` if the model is named dall-e-2 or dall-e-3. */
                    response_format?: ("url" | "b64_json") | "";
                    /** @description Server-sent events, with previews if `partial_images` asks for them. */
                    stream?: boolean | ("true" | "false");
                    partial_images?: number | string;
                    seed?: number | string;
                    /** @description Answer at once with the task, as `/async` does. */
                    async?: boolean | ("true" | "false");
                    /** @description Your end user. Stored with the task; lists, usage and a cap of the token go by it. */
                    user?: string;
                    /** @description The same as `user`, and used before it. */
                    safety_identifier?: string;
                    /** @description URL that is notified when the task has ended (docs/hooks.md). */
                    webhook_url?: string;
                    /** @description Seconds within which the task has to start. Otherwise it is cancelled without charge. Also as the header `Cancel-After`. */
                    timeout?: number | string;
                    /** @description Seconds that the files are kept, from 60 to the retention of the server, as a number or as `{"seconds": 3600}`. */
                    expires_after?: (number | string) | ({
                        /** @enum {string} */
                        anchor?: "created_at";
                        seconds: number | string;
                    } & {
                        [key: string]: unknown;
                    });
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The task, which goes on. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        task_id: string;
                        /** @enum {string} */
                        object: "image.generation.task";
                        model: string;
                        /** @enum {string} */
                        status: "queued" | "in_progress" | "completed" | "failed" | "cancelled";
                        progress: number;
                        created_at: number;
                        completed_at: number | null;
                        /** @description When the files are deleted. */
                        expires_at: number | null;
                        poll_url: string;
                        /** @description Fields of the request that have no effect. */
                        ignored?: string[];
                        user?: string;
                        /** @description The price; what was charged, once the task has ended. */
                        amount: string;
                        currency: string;
                        /** @description The response of the synchronous request, once completed. */
                        result?: {
                            created: number;
                            data: {
                                /** @description Absolute address of the PNG file, which needs no key. */
                                url?: string;
                                b64_json?: string;
                            }[];
                            /** @enum {string} */
                            background: "opaque" | "transparent";
                            /** @enum {string} */
                            output_format: "png" | "jpeg" | "webp";
                            quality: string;
                            size: string;
                        };
                        error?: {
                            message: string;
                            code: string;
                        };
                    };
                };
            };
        };
    };
    post_v1_images_variations: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
                /** @description `respond-async`: answer at once with the task. `wait=20`: wait at most so many seconds. */
                Prefer?: string;
                /** @description Seconds (`90`, `1m30s`) within which the task has to start; otherwise it is cancelled. */
                "Cancel-After"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A file. */
                    image?: unknown;
                    /** @description Model ID or alias (GET /v1/models). Absent: the default model for images. */
                    model?: string;
                    /** @description The number of images, each with its price. Default: 1. */
                    n?: number | string;
                    /** @description `auto`, or width and height such as `1024x1536`: 64 to 4096 pixels each, at most 3:1. */
                    size?: string;
                    /** @description `0.5K`, `1K` or `2K`: the size without `size`, in the aspect ratio of the request. */
                    resolution?: string;
                    /** @description `auto` and `standard`; others if the model has them. */
                    quality?: string;
                    /** @description `transparent`: if the model has it. */
                    background?: ("transparent" | "opaque" | "auto") | "";
                    output_format?: ("png" | "jpeg" | "webp") | "";
                    /** @description Quality of JPEG and WebP. Default: 92. */
                    output_compression?: number | string;
                    /** @description Default: `b64_json`; `url` if the model is named dall-e-2 or dall-e-3. */
                    response_format?: ("url" | "b64_json") | "";
                    /** @description Server-sent events, with previews if `partial_images` asks for them. */
                    stream?: boolean | ("true" | "false");
                    partial_images?: number | string;
                    seed?: number | string;
                    /** @description Answer at once with the task, as `/async` does. */
                    async?: boolean | ("true" | "false");
                    /** @description Your end user. Stored with the task; lists, usage and a cap of the token go by it. */
                    user?: string;
                    /** @description The same as `user`, and used before it. */
                    safety_identifier?: string;
                    /** @description URL that is notified when the task has ended (docs/hooks.md). */
                    webhook_url?: string;
                    /** @description Seconds within which the task has to start. Otherwise it is cancelled without charge. Also as the header `Cancel-After`. */
                    timeout?: number | string;
                    /** @description Seconds that the files are kept, from 60 to the retention of the server, as a number or as `{"seconds": 3600}`. */
                    expires_after?: (number | string) | ({
                        /** @enum {string} */
                        anchor?: "created_at";
                        seconds: number | string;
                    } & {
                        [key: string]: unknown;
                    });
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The images. With `stream`, server-sent events instead. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: number;
                        data: {
                            /** @description Absolute address of the PNG file, which needs no key. */
                            url?: string;
                            b64_json?: string;
                        }[];
                        /** @enum {string} */
                        background: "opaque" | "transparent";
                        /** @enum {string} */
                        output_format: "png" | "jpeg" | "webp";
                        quality: string;
                        size: string;
                    };
                    "text/event-stream": unknown;
                };
            };
            /** @description The task, which goes on. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        task_id: string;
                        /** @enum {string} */
                        object: "image.generation.task";
                        model: string;
                        /** @enum {string} */
                        status: "queued" | "in_progress" | "completed" | "failed" | "cancelled";
                        progress: number;
                        created_at: number;
                        completed_at: number | null;
                        /** @description When the files are deleted. */
                        expires_at: number | null;
                        poll_url: string;
                        /** @description Fields of the request that have no effect. */
                        ignored?: string[];
                        user?: string;
                        /** @description The price; what was charged, once the task has ended. */
                        amount: string;
                        currency: string;
                        /** @description The response of the synchronous request, once completed. */
                        result?: {
                            created: number;
                            data: {
                                /** @description Absolute address of the PNG file, which needs no key. */
                                url?: string;
                                b64_json?: string;
                            }[];
                            /** @enum {string} */
                            background: "opaque" | "transparent";
                            /** @enum {string} */
                            output_format: "png" | "jpeg" | "webp";
                            quality: string;
                            size: string;
                        };
                        error?: {
                            message: string;
                            code: string;
                        };
                    };
                };
            };
        };
    };
    post_v1_images_variations_async: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
                /** @description `respond-async`: answer at once with the task. `wait=20`: wait at most so many seconds. */
                Prefer?: string;
                /** @description Seconds (`90`, `1m30s`) within which the task has to start; otherwise it is cancelled. */
                "Cancel-After"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A file. */
                    image?: unknown;
                    /** @description Model ID or alias (GET /v1/models). Absent: the default model for images. */
                    model?: string;
                    /** @description The number of images, each with its price. Default: 1. */
                    n?: number | string;
                    /** @description `auto`, or width and height such as `1024x1536`: 64 to 4096 pixels each, at most 3:1. */
                    size?: string;
                    /** @description `0.5K`, `1K` or `2K`: the size without `size`, in the aspect ratio of the request. */
                    resolution?: string;
                    /** @description `auto` and `standard`; others if the model has them. */
                    quality?: string;
                    /** @description `transparent`: if the model has it. */
                    background?: ("transparent" | "opaque" | "auto") | "";
                    output_format?: ("png" | "jpeg" | "webp") | "";
                    /** @description Quality of JPEG and WebP. Default: 92. */
                    output_compression?: number | string;
                    /** @description Default: `b64_json`; `url` if the model is named dall-e-2 or dall-e-3. */
                    response_format?: ("url" | "b64_json") | "";
                    /** @description Server-sent events, with previews if `partial_images` asks for them. */
                    stream?: boolean | ("true" | "false");
                    partial_images?: number | string;
                    seed?: number | string;
                    /** @description Answer at once with the task, as `/async` does. */
                    async?: boolean | ("true" | "false");
                    /** @description Your end user. Stored with the task; lists, usage and a cap of the token go by it. */
                    user?: string;
                    /** @description The same as `user`, and used before it. */
                    safety_identifier?: string;
                    /** @description URL that is notified when the task has ended (docs/hooks.md). */
                    webhook_url?: string;
                    /** @description Seconds within which the task has to start. Otherwise it is cancelled without charge. Also as the header `Cancel-After`. */
                    timeout?: number | string;
                    /** @description Seconds that the files are kept, from 60 to the retention of the server, as a number or as `{"seconds": 3600}`. */
                    expires_after?: (number | string) | ({
                        /** @enum {string} */
                        anchor?: "created_at";
                        seconds: number | string;
                    } & {
                        [key: string]: unknown;
                    });
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The task, which goes on. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        task_id: string;
                        /** @enum {string} */
                        object: "image.generation.task";
                        model: string;
                        /** @enum {string} */
                        status: "queued" | "in_progress" | "completed" | "failed" | "cancelled";
                        progress: number;
                        created_at: number;
                        completed_at: number | null;
                        /** @description When the files are deleted. */
                        expires_at: number | null;
                        poll_url: string;
                        /** @description Fields of the request that have no effect. */
                        ignored?: string[];
                        user?: string;
                        /** @description The price; what was charged, once the task has ended. */
                        amount: string;
                        currency: string;
                        /** @description The response of the synchronous request, once completed. */
                        result?: {
                            created: number;
                            data: {
                                /** @description Absolute address of the PNG file, which needs no key. */
                                url?: string;
                                b64_json?: string;
                            }[];
                            /** @enum {string} */
                            background: "opaque" | "transparent";
                            /** @enum {string} */
                            output_format: "png" | "jpeg" | "webp";
                            quality: string;
                            size: string;
                        };
                        error?: {
                            message: string;
                            code: string;
                        };
                    };
                };
            };
        };
    };
    post_v1_images_quote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
                /** @description `respond-async`: answer at once with the task. `wait=20`: wait at most so many seconds. */
                Prefer?: string;
                /** @description Seconds (`90`, `1m30s`) within which the task has to start; otherwise it is cancelled. */
                "Cancel-After"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Prompt text; inline parameters such as `--ar` work (docs/prompts.md). */
                    prompt: string;
                    /** @description Such as `16:9`, if `size` is not given. */
                    aspect_ratio?: string;
                    /** @description Model ID or alias (GET /v1/models). Absent: the default model for images. */
                    model?: string;
                    /** @description The number of images, each with its price. Default: 1. */
                    n?: number | string;
                    /** @description `auto`, or width and height such as `1024x1536`: 64 to 4096 pixels each, at most 3:1. */
                    size?: string;
                    /** @description `0.5K`, `1K` or `2K`: the size without `size`, in the aspect ratio of the request. */
                    resolution?: string;
                    /** @description `auto` and `standard`; others if the model has them. */
                    quality?: string;
                    /** @description `transparent`: if the model has it. */
                    background?: ("transparent" | "opaque" | "auto") | "";
                    output_format?: ("png" | "jpeg" | "webp") | "";
                    /** @description Quality of JPEG and WebP. Default: 92. */
                    output_compression?: number | string;
                    /** @description Default: `b64_json`; `url` if the model is named dall-e-2 or dall-e-3. */
                    response_format?: ("url" | "b64_json") | "";
                    /** @description Server-sent events, with previews if `partial_images` asks for them. */
                    stream?: boolean | ("true" | "false");
                    partial_images?: number | string;
                    seed?: number | string;
                    /** @description Answer at once with the task, as `/async` does. */
                    async?: boolean | ("true" | "false");
                    /** @description Your end user. Stored with the task; lists, usage and a cap of the token go by it. */
                    user?: string;
                    /** @description The same as `user`, and used before it. */
                    safety_identifier?: string;
                    /** @description URL that is notified when the task has ended (docs/hooks.md). */
                    webhook_url?: string;
                    /** @description Seconds within which the task has to start. Otherwise it is cancelled without charge. Also as the header `Cancel-After`. */
                    timeout?: number | string;
                    /** @description Seconds that the files are kept, from 60 to the retention of the server, as a number or as `{"seconds": 3600}`. */
                    expires_after?: (number | string) | ({
                        /** @enum {string} */
                        anchor?: "created_at";
                        seconds: number | string;
                    } & {
                        [key: string]: unknown;
                    });
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The price; no task is created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "image.quote";
                        model: string;
                        quantity: number;
                        unit_price: string;
                        amount: string;
                        currency: string;
                    };
                };
            };
        };
    };
    get_v1_images_tasks_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        task_id: string;
                        /** @enum {string} */
                        object: "image.generation.task";
                        model: string;
                        /** @enum {string} */
                        status: "queued" | "in_progress" | "completed" | "failed" | "cancelled";
                        progress: number;
                        created_at: number;
                        completed_at: number | null;
                        /** @description When the files are deleted. */
                        expires_at: number | null;
                        poll_url: string;
                        /** @description Fields of the request that have no effect. */
                        ignored?: string[];
                        user?: string;
                        /** @description The price; what was charged, once the task has ended. */
                        amount: string;
                        currency: string;
                        /** @description The response of the synchronous request, once completed. */
                        result?: {
                            created: number;
                            data: {
                                /** @description Absolute address of the PNG file, which needs no key. */
                                url?: string;
                                b64_json?: string;
                            }[];
                            /** @enum {string} */
                            background: "opaque" | "transparent";
                            /** @enum {string} */
                            output_format: "png" | "jpeg" | "webp";
                            quality: string;
                            size: string;
                        };
                        error?: {
                            message: string;
                            code: string;
                        };
                    };
                };
            };
        };
    };
    get_v1_videos: {
        parameters: {
            query?: {
                limit?: number;
                order?: "asc" | "desc";
                /** @description ID of the last video of the previous page. Empty: the first page. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: {
                            id: string;
                            task_id: string;
                            /** @enum {string} */
                            object: "video";
                            model: string;
                            /** @enum {string} */
                            status: "queued" | "in_progress" | "completed" | "failed";
                            progress: number;
                            created_at: number;
                            /** @description Null until the clip is completed. */
                            completed_at: number | null;
                            /** @description Time at which its files are deleted; null until the clip is completed. */
                            expires_at: number | null;
                            prompt: string;
                            seconds: string;
                            size: string;
                            aspect_ratio: string;
                            seed: number;
                            /** @description ID of the clip that a remix, an edit or an extension started from; otherwise null. */
                            remixed_from_video_id: string | null;
                            /** @description Present when completed: the same as metadata.media_url, for clients that read it here. */
                            url?: string;
                            /** @description Present when completed. media_url and thumbnail_url need no authorization and expire with the file. Type, size, duration, fps and audio are those of the file; the last two are absent for clips of earlier versions. */
                            metadata?: {
                                url: string;
                                media_url: string;
                                thumbnail_url?: string;
                                content_type: string;
                                width: number;
                                height: number;
                                /** @description Seconds. May differ a little from those that were asked for. */
                                duration: number;
                                /** @description Frames per second, on average. May differ from those that were asked for. */
                                fps?: number;
                                /** @description Whether the clip has sound. */
                                audio?: boolean;
                            };
                            /** @description How the engine understood the prompt. Only for engines that report it. */
                            prompt_words?: {
                                /** @description "placed" if it is known, otherwise "understood". For clients of earlier versions. */
                                drawn: string[];
                                /** @description Things, places, times, weather and actions that the engine knows. */
                                understood: string[];
                                /** @description Those of them that the first image really contains. null: not known, such as for follow-ups. */
                                placed: string[] | null;
                                /** @description Words that set technique, colors, view or camera movement. */
                                style: string[];
                                /** @description Words excluded from the result. */
                                excluded: string[];
                                /** @description Words that have no effect. */
                                not_understood: string[];
                            };
                            /** @description The end user that the request named. */
                            user?: string;
                            /** @description Present when failed. */
                            error?: {
                                code: string;
                                message: string;
                            };
                            usage: {
                                /**
                                 * @description Unit that the price applies to.
                                 * @enum {string}
                                 */
                                unit: "clip" | "second" | "image";
                                /** @description Number of units. */
                                quantity: number;
                                /** @description Price per unit including the tier factor, as a decimal string. */
                                unit_price: string;
                                /** @description Amount held while the task runs. After the task has finished, the amount charged: 0.00 unless it succeeded. */
                                amount: string;
                                currency: string;
                                charged: boolean;
                            };
                        }[];
                        has_more: boolean;
                        first_id: string | null;
                        last_id: string | null;
                    };
                };
            };
        };
    };
    post_v1_videos: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A model of the token's group. Default: set by the operator. */
                    model?: string;
                    /** @description Description of the clip. */
                    prompt: string;
                    /** @description Size as WIDTHxHEIGHT, instead of aspect_ratio and resolution. */
                    size?: string;
                    /**
                     * @description Aspect ratio, width to height. For the models that accept it and the allowed values, see GET /v1/models.
                     * @enum {string}
                     */
                    aspect_ratio?: "16:9" | "9:16" | "1:1" | "4:3" | "3:4" | "21:9";
                    /**
                     * @description Resolution: pixels of the shorter side. For the models that accept it and the allowed values, see GET /v1/models.
                     * @enum {string}
                     */
                    resolution?: "480p" | "720p" | "1080p";
                    /** @description Length of the clip in seconds. For the models that accept it and the allowed values, see GET /v1/models. */
                    seconds?: number | string;
                    /** @description Alias of seconds. */
                    duration?: number | string;
                    /** @description Frames per second. For the models that accept it and the allowed values, see GET /v1/models. */
                    fps?: (24 | 30) | ("24" | "30");
                    /** @description Seed. The same request with the same seed produces the same clip. For the models that accept it and the allowed values, see GET /v1/models. */
                    seed?: number | string;
                    /**
                     * @description Tier, which sets priority and price.
                     * @enum {string}
                     */
                    tier?: "relax" | "fast" | "turbo";
                    /** @description Your end user. Stored with the task; lists, usage and a cap of the token go by it. */
                    user?: string;
                    /** @description The same as `user`, and used before it. */
                    safety_identifier?: string;
                    /** @description URL that is notified when the clip has completed or failed (docs/hooks.md). */
                    webhook_url?: string;
                    /** @description Seconds within which the task has to start. Otherwise it is cancelled without charge. Also as the header `Cancel-After`. */
                    timeout?: number | string;
                    /** @description Seconds that the files are kept, from 60 to the retention of the server, as a number or as `{"seconds": 3600}`. */
                    expires_after?: (number | string) | ({
                        /** @enum {string} */
                        anchor?: "created_at";
                        seconds: number | string;
                    } & {
                        [key: string]: unknown;
                    });
                    /** @description Add ambient sound that matches the scene: wind, rain, sea or birds. For the models that accept it and the allowed values, see GET /v1/models. */
                    audio?: boolean | ("true" | "false");
                    /**
                     * @description Amount of motion. For the models that accept it and the allowed values, see GET /v1/models.
                     * @enum {string}
                     */
                    motion?: "low" | "high";
                    /** @description Loop: the last frame leads into the first. For the models that accept it and the allowed values, see GET /v1/models. */
                    loop?: boolean | ("true" | "false");
                    /** @description An image as a URL, a data URL or an object with one of them. For the models that accept it, see GET /v1/models. */
                    input_reference?: string | {
                        /** @description An http or https URL, or a data URL. */
                        image_url: string;
                    } | {
                        /** @description An http or https URL, or a data URL. */
                        url: string;
                    };
                    /** @description An image as a URL, a data URL or an object with one of them. For the models that accept it, see GET /v1/models. */
                    first_frame?: string | {
                        /** @description An http or https URL, or a data URL. */
                        image_url: string;
                    } | {
                        /** @description An http or https URL, or a data URL. */
                        url: string;
                    };
                    /** @description An image as a URL, a data URL or an object with one of them. For the models that accept it, see GET /v1/models. */
                    last_frame?: string | {
                        /** @description An http or https URL, or a data URL. */
                        image_url: string;
                    } | {
                        /** @description An http or https URL, or a data URL. */
                        url: string;
                    };
                    /** @description Up to 4 images, each as a URL, a data URL or an object with one of them. For the models that accept it, see GET /v1/models. */
                    reference_images?: (string | {
                        /** @description An http or https URL, or a data URL. */
                        image_url: string;
                    } | {
                        /** @description An http or https URL, or a data URL. */
                        url: string;
                    })[] | string | {
                        /** @description An http or https URL, or a data URL. */
                        image_url: string;
                    } | {
                        /** @description An http or https URL, or a data URL. */
                        url: string;
                    };
                };
            };
        };
        responses: {
            /** @description The record of the new clip, or of the clip created earlier with this Idempotency-Key. */
            200: {
                headers: {
                    /** @description Milliseconds to wait before the next poll; absent once the clip has finished. */
                    "openai-poll-after-ms"?: string;
                    /** @description `false`: the SDKs do not retry the request automatically. */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        task_id: string;
                        /** @enum {string} */
                        object: "video";
                        model: string;
                        /** @enum {string} */
                        status: "queued" | "in_progress" | "completed" | "failed";
                        progress: number;
                        created_at: number;
                        /** @description Null until the clip is completed. */
                        completed_at: number | null;
                        /** @description Time at which its files are deleted; null until the clip is completed. */
                        expires_at: number | null;
                        prompt: string;
                        seconds: string;
                        size: string;
                        aspect_ratio: string;
                        seed: number;
                        /** @description ID of the clip that a remix, an edit or an extension started from; otherwise null. */
                        remixed_from_video_id: string | null;
                        /** @description Present when completed: the same as metadata.media_url, for clients that read it here. */
                        url?: string;
                        /** @description Present when completed. media_url and thumbnail_url need no authorization and expire with the file. Type, size, duration, fps and audio are those of the file; the last two are absent for clips of earlier versions. */
                        metadata?: {
                            url: string;
                            media_url: string;
                            thumbnail_url?: string;
                            content_type: string;
                            width: number;
                            height: number;
                            /** @description Seconds. May differ a little from those that were asked for. */
                            duration: number;
                            /** @description Frames per second, on average. May differ from those that were asked for. */
                            fps?: number;
                            /** @description Whether the clip has sound. */
                            audio?: boolean;
                        };
                        /** @description How the engine understood the prompt. Only for engines that report it. */
                        prompt_words?: {
                            /** @description "placed" if it is known, otherwise "understood". For clients of earlier versions. */
                            drawn: string[];
                            /** @description Things, places, times, weather and actions that the engine knows. */
                            understood: string[];
                            /** @description Those of them that the first image really contains. null: not known, such as for follow-ups. */
                            placed: string[] | null;
                            /** @description Words that set technique, colors, view or camera movement. */
                            style: string[];
                            /** @description Words excluded from the result. */
                            excluded: string[];
                            /** @description Words that have no effect. */
                            not_understood: string[];
                        };
                        /** @description The end user that the request named. */
                        user?: string;
                        /** @description Present when failed. */
                        error?: {
                            code: string;
                            message: string;
                        };
                        usage: {
                            /**
                             * @description Unit that the price applies to.
                             * @enum {string}
                             */
                            unit: "clip" | "second" | "image";
                            /** @description Number of units. */
                            quantity: number;
                            /** @description Price per unit including the tier factor, as a decimal string. */
                            unit_price: string;
                            /** @description Amount held while the task runs. After the task has finished, the amount charged: 0.00 unless it succeeded. */
                            amount: string;
                            currency: string;
                            charged: boolean;
                        };
                    };
                };
            };
        };
    };
    post_v1_videos_quote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A model of the token's group. Default: set by the operator. */
                    model?: string;
                    /** @description Description of the clip. */
                    prompt: string;
                    /** @description Size as WIDTHxHEIGHT, instead of aspect_ratio and resolution. */
                    size?: string;
                    /**
                     * @description Aspect ratio, width to height. For the models that accept it and the allowed values, see GET /v1/models.
                     * @enum {string}
                     */
                    aspect_ratio?: "16:9" | "9:16" | "1:1" | "4:3" | "3:4" | "21:9";
                    /**
                     * @description Resolution: pixels of the shorter side. For the models that accept it and the allowed values, see GET /v1/models.
                     * @enum {string}
                     */
                    resolution?: "480p" | "720p" | "1080p";
                    /** @description Length of the clip in seconds. For the models that accept it and the allowed values, see GET /v1/models. */
                    seconds?: number | string;
                    /** @description Alias of seconds. */
                    duration?: number | string;
                    /** @description Frames per second. For the models that accept it and the allowed values, see GET /v1/models. */
                    fps?: (24 | 30) | ("24" | "30");
                    /** @description Seed. The same request with the same seed produces the same clip. For the models that accept it and the allowed values, see GET /v1/models. */
                    seed?: number | string;
                    /**
                     * @description Tier, which sets priority and price.
                     * @enum {string}
                     */
                    tier?: "relax" | "fast" | "turbo";
                    /** @description Your end user. Stored with the task; lists, usage and a cap of the token go by it. */
                    user?: string;
                    /** @description The same as `user`, and used before it. */
                    safety_identifier?: string;
                    /** @description URL that is notified when the clip has completed or failed (docs/hooks.md). */
                    webhook_url?: string;
                    /** @description Seconds within which the task has to start. Otherwise it is cancelled without charge. Also as the header `Cancel-After`. */
                    timeout?: number | string;
                    /** @description Seconds that the files are kept, from 60 to the retention of the server, as a number or as `{"seconds": 3600}`. */
                    expires_after?: (number | string) | ({
                        /** @enum {string} */
                        anchor?: "created_at";
                        seconds: number | string;
                    } & {
                        [key: string]: unknown;
                    });
                    /** @description Add ambient sound that matches the scene: wind, rain, sea or birds. For the models that accept it and the allowed values, see GET /v1/models. */
                    audio?: boolean | ("true" | "false");
                    /**
                     * @description Amount of motion. For the models that accept it and the allowed values, see GET /v1/models.
                     * @enum {string}
                     */
                    motion?: "low" | "high";
                    /** @description Loop: the last frame leads into the first. For the models that accept it and the allowed values, see GET /v1/models. */
                    loop?: boolean | ("true" | "false");
                    /** @description An image as a URL, a data URL or an object with one of them. For the models that accept it, see GET /v1/models. */
                    input_reference?: string | {
                        /** @description An http or https URL, or a data URL. */
                        image_url: string;
                    } | {
                        /** @description An http or https URL, or a data URL. */
                        url: string;
                    };
                    /** @description An image as a URL, a data URL or an object with one of them. For the models that accept it, see GET /v1/models. */
                    first_frame?: string | {
                        /** @description An http or https URL, or a data URL. */
                        image_url: string;
                    } | {
                        /** @description An http or https URL, or a data URL. */
                        url: string;
                    };
                    /** @description An image as a URL, a data URL or an object with one of them. For the models that accept it, see GET /v1/models. */
                    last_frame?: string | {
                        /** @description An http or https URL, or a data URL. */
                        image_url: string;
                    } | {
                        /** @description An http or https URL, or a data URL. */
                        url: string;
                    };
                    /** @description Up to 4 images, each as a URL, a data URL or an object with one of them. For the models that accept it, see GET /v1/models. */
                    reference_images?: (string | {
                        /** @description An http or https URL, or a data URL. */
                        image_url: string;
                    } | {
                        /** @description An http or https URL, or a data URL. */
                        url: string;
                    })[] | string | {
                        /** @description An http or https URL, or a data URL. */
                        image_url: string;
                    } | {
                        /** @description An http or https URL, or a data URL. */
                        url: string;
                    };
                };
            };
        };
        responses: {
            /** @description The price; no clip is created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "video.quote";
                        model: string;
                        tier: string;
                        /** @description Parameters as they would be used, including defaults. */
                        parameters: {
                            [key: string]: unknown;
                        };
                        /**
                         * @description Unit that the price applies to.
                         * @enum {string}
                         */
                        unit: "clip" | "second" | "image";
                        /** @description Number of units. */
                        quantity: number;
                        unit_price: string;
                        amount: string;
                        currency: string;
                    };
                };
            };
        };
    };
    post_v1_videos_edits: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    prompt: string;
                    /**
                     * @description Tier, which sets priority and price.
                     * @enum {string}
                     */
                    tier?: "relax" | "fast" | "turbo";
                    /** @description Your end user. Stored with the task; lists, usage and a cap of the token go by it. */
                    user?: string;
                    /** @description The same as `user`, and used before it. */
                    safety_identifier?: string;
                    /** @description URL that is notified when the clip has completed or failed (docs/hooks.md). */
                    webhook_url?: string;
                    /** @description Seconds within which the task has to start. Otherwise it is cancelled without charge. Also as the header `Cancel-After`. */
                    timeout?: number | string;
                    /** @description Seconds that the files are kept, from 60 to the retention of the server, as a number or as `{"seconds": 3600}`. */
                    expires_after?: (number | string) | ({
                        /** @enum {string} */
                        anchor?: "created_at";
                        seconds: number | string;
                    } & {
                        [key: string]: unknown;
                    });
                    /** @description ID of one of your finished clips. */
                    video: {
                        id: string;
                    } | string;
                };
            };
        };
        responses: {
            /** @description The record of the new clip, or of the clip created earlier with this Idempotency-Key. */
            200: {
                headers: {
                    /** @description Milliseconds to wait before the next poll; absent once the clip has finished. */
                    "openai-poll-after-ms"?: string;
                    /** @description `false`: the SDKs do not retry the request automatically. */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        task_id: string;
                        /** @enum {string} */
                        object: "video";
                        model: string;
                        /** @enum {string} */
                        status: "queued" | "in_progress" | "completed" | "failed";
                        progress: number;
                        created_at: number;
                        /** @description Null until the clip is completed. */
                        completed_at: number | null;
                        /** @description Time at which its files are deleted; null until the clip is completed. */
                        expires_at: number | null;
                        prompt: string;
                        seconds: string;
                        size: string;
                        aspect_ratio: string;
                        seed: number;
                        /** @description ID of the clip that a remix, an edit or an extension started from; otherwise null. */
                        remixed_from_video_id: string | null;
                        /** @description Present when completed: the same as metadata.media_url, for clients that read it here. */
                        url?: string;
                        /** @description Present when completed. media_url and thumbnail_url need no authorization and expire with the file. Type, size, duration, fps and audio are those of the file; the last two are absent for clips of earlier versions. */
                        metadata?: {
                            url: string;
                            media_url: string;
                            thumbnail_url?: string;
                            content_type: string;
                            width: number;
                            height: number;
                            /** @description Seconds. May differ a little from those that were asked for. */
                            duration: number;
                            /** @description Frames per second, on average. May differ from those that were asked for. */
                            fps?: number;
                            /** @description Whether the clip has sound. */
                            audio?: boolean;
                        };
                        /** @description How the engine understood the prompt. Only for engines that report it. */
                        prompt_words?: {
                            /** @description "placed" if it is known, otherwise "understood". For clients of earlier versions. */
                            drawn: string[];
                            /** @description Things, places, times, weather and actions that the engine knows. */
                            understood: string[];
                            /** @description Those of them that the first image really contains. null: not known, such as for follow-ups. */
                            placed: string[] | null;
                            /** @description Words that set technique, colors, view or camera movement. */
                            style: string[];
                            /** @description Words excluded from the result. */
                            excluded: string[];
                            /** @description Words that have no effect. */
                            not_understood: string[];
                        };
                        /** @description The end user that the request named. */
                        user?: string;
                        /** @description Present when failed. */
                        error?: {
                            code: string;
                            message: string;
                        };
                        usage: {
                            /**
                             * @description Unit that the price applies to.
                             * @enum {string}
                             */
                            unit: "clip" | "second" | "image";
                            /** @description Number of units. */
                            quantity: number;
                            /** @description Price per unit including the tier factor, as a decimal string. */
                            unit_price: string;
                            /** @description Amount held while the task runs. After the task has finished, the amount charged: 0.00 unless it succeeded. */
                            amount: string;
                            currency: string;
                            charged: boolean;
                        };
                    };
                };
            };
        };
    };
    post_v1_videos_extensions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    prompt?: string;
                    /** @description Seconds to add. */
                    seconds?: string | number;
                    /** @description ID of one of your finished clips. */
                    video: {
                        id: string;
                    } | string;
                    /**
                     * @description Tier, which sets priority and price.
                     * @enum {string}
                     */
                    tier?: "relax" | "fast" | "turbo";
                    /** @description Your end user. Stored with the task; lists, usage and a cap of the token go by it. */
                    user?: string;
                    /** @description The same as `user`, and used before it. */
                    safety_identifier?: string;
                    /** @description URL that is notified when the clip has completed or failed (docs/hooks.md). */
                    webhook_url?: string;
                    /** @description Seconds within which the task has to start. Otherwise it is cancelled without charge. Also as the header `Cancel-After`. */
                    timeout?: number | string;
                    /** @description Seconds that the files are kept, from 60 to the retention of the server, as a number or as `{"seconds": 3600}`. */
                    expires_after?: (number | string) | ({
                        /** @enum {string} */
                        anchor?: "created_at";
                        seconds: number | string;
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
        };
        responses: {
            /** @description The record of the new clip, or of the clip created earlier with this Idempotency-Key. */
            200: {
                headers: {
                    /** @description Milliseconds to wait before the next poll; absent once the clip has finished. */
                    "openai-poll-after-ms"?: string;
                    /** @description `false`: the SDKs do not retry the request automatically. */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        task_id: string;
                        /** @enum {string} */
                        object: "video";
                        model: string;
                        /** @enum {string} */
                        status: "queued" | "in_progress" | "completed" | "failed";
                        progress: number;
                        created_at: number;
                        /** @description Null until the clip is completed. */
                        completed_at: number | null;
                        /** @description Time at which its files are deleted; null until the clip is completed. */
                        expires_at: number | null;
                        prompt: string;
                        seconds: string;
                        size: string;
                        aspect_ratio: string;
                        seed: number;
                        /** @description ID of the clip that a remix, an edit or an extension started from; otherwise null. */
                        remixed_from_video_id: string | null;
                        /** @description Present when completed: the same as metadata.media_url, for clients that read it here. */
                        url?: string;
                        /** @description Present when completed. media_url and thumbnail_url need no authorization and expire with the file. Type, size, duration, fps and audio are those of the file; the last two are absent for clips of earlier versions. */
                        metadata?: {
                            url: string;
                            media_url: string;
                            thumbnail_url?: string;
                            content_type: string;
                            width: number;
                            height: number;
                            /** @description Seconds. May differ a little from those that were asked for. */
                            duration: number;
                            /** @description Frames per second, on average. May differ from those that were asked for. */
                            fps?: number;
                            /** @description Whether the clip has sound. */
                            audio?: boolean;
                        };
                        /** @description How the engine understood the prompt. Only for engines that report it. */
                        prompt_words?: {
                            /** @description "placed" if it is known, otherwise "understood". For clients of earlier versions. */
                            drawn: string[];
                            /** @description Things, places, times, weather and actions that the engine knows. */
                            understood: string[];
                            /** @description Those of them that the first image really contains. null: not known, such as for follow-ups. */
                            placed: string[] | null;
                            /** @description Words that set technique, colors, view or camera movement. */
                            style: string[];
                            /** @description Words excluded from the result. */
                            excluded: string[];
                            /** @description Words that have no effect. */
                            not_understood: string[];
                        };
                        /** @description The end user that the request named. */
                        user?: string;
                        /** @description Present when failed. */
                        error?: {
                            code: string;
                            message: string;
                        };
                        usage: {
                            /**
                             * @description Unit that the price applies to.
                             * @enum {string}
                             */
                            unit: "clip" | "second" | "image";
                            /** @description Number of units. */
                            quantity: number;
                            /** @description Price per unit including the tier factor, as a decimal string. */
                            unit_price: string;
                            /** @description Amount held while the task runs. After the task has finished, the amount charged: 0.00 unless it succeeded. */
                            amount: string;
                            currency: string;
                            charged: boolean;
                        };
                    };
                };
            };
        };
    };
    post_v1_videos_id_remix: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key and body within 24 hours returns the task created by the first request. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    prompt: string;
                    /**
                     * @description Tier, which sets priority and price.
                     * @enum {string}
                     */
                    tier?: "relax" | "fast" | "turbo";
                    /** @description Your end user. Stored with the task; lists, usage and a cap of the token go by it. */
                    user?: string;
                    /** @description The same as `user`, and used before it. */
                    safety_identifier?: string;
                    /** @description URL that is notified when the clip has completed or failed (docs/hooks.md). */
                    webhook_url?: string;
                    /** @description Seconds within which the task has to start. Otherwise it is cancelled without charge. Also as the header `Cancel-After`. */
                    timeout?: number | string;
                    /** @description Seconds that the files are kept, from 60 to the retention of the server, as a number or as `{"seconds": 3600}`. */
                    expires_after?: (number | string) | ({
                        /** @enum {string} */
                        anchor?: "created_at";
                        seconds: number | string;
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
        };
        responses: {
            /** @description The record of the new clip, or of the clip created earlier with this Idempotency-Key. */
            200: {
                headers: {
                    /** @description Milliseconds to wait before the next poll; absent once the clip has finished. */
                    "openai-poll-after-ms"?: string;
                    /** @description `false`: the SDKs do not retry the request automatically. */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        task_id: string;
                        /** @enum {string} */
                        object: "video";
                        model: string;
                        /** @enum {string} */
                        status: "queued" | "in_progress" | "completed" | "failed";
                        progress: number;
                        created_at: number;
                        /** @description Null until the clip is completed. */
                        completed_at: number | null;
                        /** @description Time at which its files are deleted; null until the clip is completed. */
                        expires_at: number | null;
                        prompt: string;
                        seconds: string;
                        size: string;
                        aspect_ratio: string;
                        seed: number;
                        /** @description ID of the clip that a remix, an edit or an extension started from; otherwise null. */
                        remixed_from_video_id: string | null;
                        /** @description Present when completed: the same as metadata.media_url, for clients that read it here. */
                        url?: string;
                        /** @description Present when completed. media_url and thumbnail_url need no authorization and expire with the file. Type, size, duration, fps and audio are those of the file; the last two are absent for clips of earlier versions. */
                        metadata?: {
                            url: string;
                            media_url: string;
                            thumbnail_url?: string;
                            content_type: string;
                            width: number;
                            height: number;
                            /** @description Seconds. May differ a little from those that were asked for. */
                            duration: number;
                            /** @description Frames per second, on average. May differ from those that were asked for. */
                            fps?: number;
                            /** @description Whether the clip has sound. */
                            audio?: boolean;
                        };
                        /** @description How the engine understood the prompt. Only for engines that report it. */
                        prompt_words?: {
                            /** @description "placed" if it is known, otherwise "understood". For clients of earlier versions. */
                            drawn: string[];
                            /** @description Things, places, times, weather and actions that the engine knows. */
                            understood: string[];
                            /** @description Those of them that the first image really contains. null: not known, such as for follow-ups. */
                            placed: string[] | null;
                            /** @description Words that set technique, colors, view or camera movement. */
                            style: string[];
                            /** @description Words excluded from the result. */
                            excluded: string[];
                            /** @description Words that have no effect. */
                            not_understood: string[];
                        };
                        /** @description The end user that the request named. */
                        user?: string;
                        /** @description Present when failed. */
                        error?: {
                            code: string;
                            message: string;
                        };
                        usage: {
                            /**
                             * @description Unit that the price applies to.
                             * @enum {string}
                             */
                            unit: "clip" | "second" | "image";
                            /** @description Number of units. */
                            quantity: number;
                            /** @description Price per unit including the tier factor, as a decimal string. */
                            unit_price: string;
                            /** @description Amount held while the task runs. After the task has finished, the amount charged: 0.00 unless it succeeded. */
                            amount: string;
                            currency: string;
                            charged: boolean;
                        };
                    };
                };
            };
        };
    };
    post_v1_videos_id_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record of the clip. A running task stops shortly afterwards. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        task_id: string;
                        /** @enum {string} */
                        object: "video";
                        model: string;
                        /** @enum {string} */
                        status: "queued" | "in_progress" | "completed" | "failed";
                        progress: number;
                        created_at: number;
                        /** @description Null until the clip is completed. */
                        completed_at: number | null;
                        /** @description Time at which its files are deleted; null until the clip is completed. */
                        expires_at: number | null;
                        prompt: string;
                        seconds: string;
                        size: string;
                        aspect_ratio: string;
                        seed: number;
                        /** @description ID of the clip that a remix, an edit or an extension started from; otherwise null. */
                        remixed_from_video_id: string | null;
                        /** @description Present when completed: the same as metadata.media_url, for clients that read it here. */
                        url?: string;
                        /** @description Present when completed. media_url and thumbnail_url need no authorization and expire with the file. Type, size, duration, fps and audio are those of the file; the last two are absent for clips of earlier versions. */
                        metadata?: {
                            url: string;
                            media_url: string;
                            thumbnail_url?: string;
                            content_type: string;
                            width: number;
                            height: number;
                            /** @description Seconds. May differ a little from those that were asked for. */
                            duration: number;
                            /** @description Frames per second, on average. May differ from those that were asked for. */
                            fps?: number;
                            /** @description Whether the clip has sound. */
                            audio?: boolean;
                        };
                        /** @description How the engine understood the prompt. Only for engines that report it. */
                        prompt_words?: {
                            /** @description "placed" if it is known, otherwise "understood". For clients of earlier versions. */
                            drawn: string[];
                            /** @description Things, places, times, weather and actions that the engine knows. */
                            understood: string[];
                            /** @description Those of them that the first image really contains. null: not known, such as for follow-ups. */
                            placed: string[] | null;
                            /** @description Words that set technique, colors, view or camera movement. */
                            style: string[];
                            /** @description Words excluded from the result. */
                            excluded: string[];
                            /** @description Words that have no effect. */
                            not_understood: string[];
                        };
                        /** @description The end user that the request named. */
                        user?: string;
                        /** @description Present when failed. */
                        error?: {
                            code: string;
                            message: string;
                        };
                        usage: {
                            /**
                             * @description Unit that the price applies to.
                             * @enum {string}
                             */
                            unit: "clip" | "second" | "image";
                            /** @description Number of units. */
                            quantity: number;
                            /** @description Price per unit including the tier factor, as a decimal string. */
                            unit_price: string;
                            /** @description Amount held while the task runs. After the task has finished, the amount charged: 0.00 unless it succeeded. */
                            amount: string;
                            currency: string;
                            charged: boolean;
                        };
                    };
                };
            };
        };
    };
    get_v1_videos_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description Entity tag. Send it as If-None-Match to receive 304 without a body if nothing has changed. */
                    ETag?: string;
                    /** @description Milliseconds to wait before the next poll; absent once the clip has finished. */
                    "openai-poll-after-ms"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        task_id: string;
                        /** @enum {string} */
                        object: "video";
                        model: string;
                        /** @enum {string} */
                        status: "queued" | "in_progress" | "completed" | "failed";
                        progress: number;
                        created_at: number;
                        /** @description Null until the clip is completed. */
                        completed_at: number | null;
                        /** @description Time at which its files are deleted; null until the clip is completed. */
                        expires_at: number | null;
                        prompt: string;
                        seconds: string;
                        size: string;
                        aspect_ratio: string;
                        seed: number;
                        /** @description ID of the clip that a remix, an edit or an extension started from; otherwise null. */
                        remixed_from_video_id: string | null;
                        /** @description Present when completed: the same as metadata.media_url, for clients that read it here. */
                        url?: string;
                        /** @description Present when completed. media_url and thumbnail_url need no authorization and expire with the file. Type, size, duration, fps and audio are those of the file; the last two are absent for clips of earlier versions. */
                        metadata?: {
                            url: string;
                            media_url: string;
                            thumbnail_url?: string;
                            content_type: string;
                            width: number;
                            height: number;
                            /** @description Seconds. May differ a little from those that were asked for. */
                            duration: number;
                            /** @description Frames per second, on average. May differ from those that were asked for. */
                            fps?: number;
                            /** @description Whether the clip has sound. */
                            audio?: boolean;
                        };
                        /** @description How the engine understood the prompt. Only for engines that report it. */
                        prompt_words?: {
                            /** @description "placed" if it is known, otherwise "understood". For clients of earlier versions. */
                            drawn: string[];
                            /** @description Things, places, times, weather and actions that the engine knows. */
                            understood: string[];
                            /** @description Those of them that the first image really contains. null: not known, such as for follow-ups. */
                            placed: string[] | null;
                            /** @description Words that set technique, colors, view or camera movement. */
                            style: string[];
                            /** @description Words excluded from the result. */
                            excluded: string[];
                            /** @description Words that have no effect. */
                            not_understood: string[];
                        };
                        /** @description The end user that the request named. */
                        user?: string;
                        /** @description Present when failed. */
                        error?: {
                            code: string;
                            message: string;
                        };
                        usage: {
                            /**
                             * @description Unit that the price applies to.
                             * @enum {string}
                             */
                            unit: "clip" | "second" | "image";
                            /** @description Number of units. */
                            quantity: number;
                            /** @description Price per unit including the tier factor, as a decimal string. */
                            unit_price: string;
                            /** @description Amount held while the task runs. After the task has finished, the amount charged: 0.00 unless it succeeded. */
                            amount: string;
                            currency: string;
                            charged: boolean;
                        };
                    };
                };
            };
        };
    };
    delete_v1_videos_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        object: "video.deleted";
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
        };
    };
    get_v1_videos_id_content: {
        parameters: {
            query?: {
                /** @description File to download. Default: video. */
                variant?: "video" | "thumbnail" | "spritesheet";
            };
            header?: {
                /** @description A single range: `bytes=from-to`. */
                Range?: string;
                "If-None-Match"?: string;
                "If-Range"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clip, its thumbnail or its spritesheet. */
            200: {
                headers: {
                    /** @description Entity tag. Send it as If-None-Match to receive 304 without a body if nothing has changed. */
                    ETag?: string;
                    /** @description `bytes`: range requests are supported. */
                    "Accept-Ranges"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                    "video/webm": string;
                    "video/quicktime": string;
                    "video/x-matroska": string;
                    "image/webp": string;
                    "image/jpeg": string;
                };
            };
            /** @description The clip, its thumbnail or its spritesheet: the requested range. */
            206: {
                headers: {
                    /** @description Entity tag. Send it as If-None-Match to receive 304 without a body if nothing has changed. */
                    ETag?: string;
                    /** @description The range sent, and the total size. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                    "video/webm": string;
                    "video/quicktime": string;
                    "video/x-matroska": string;
                    "image/webp": string;
                    "image/jpeg": string;
                };
            };
        };
    };
    get_v1_videos_id_events: {
        parameters: {
            query?: {
                /** @description Alternative to the header Last-Event-ID: continue after that event. */
                last_event_id?: string;
            };
            header?: {
                /** @description Number of the last event received; the stream continues after it. */
                "Last-Event-ID"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each event is named after the status, has a number, and contains the record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            /** @description The clip has finished and all events have been received. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_v1_events: {
        parameters: {
            query?: {
                /** @description Alternative to the header Last-Event-ID: continue after that event. */
                last_event_id?: string;
            };
            header?: {
                /** @description Number of the last event received; the stream continues after it. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each event is named after the status, has a number, and contains the record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
        };
    };
    get_v1_videos_id_webhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each URL with its delivery attempts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: {
                            id: string;
                            url: string;
                            /** @enum {string} */
                            state: "pending" | "delivered" | "failed" | "gone";
                            attempts: {
                                /** @description The webhook-id header of the delivery. */
                                message_id: string;
                                /** @description HTTP status of the receiver's response; null if there was none. */
                                status: number | null;
                                error: string | null;
                                took_ms: number;
                                at: number;
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    post_v1_videos_id_webhooks_hook_redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                hook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is scheduled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        object: "webhook";
                        /** @enum {string} */
                        state: "pending";
                    };
                };
            };
        };
    };
    get_v1_models: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model cards. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: {
                            id: string;
                            /** @enum {string} */
                            object: "model";
                            /** @description Unix time since when the model exists on this server. */
                            created: number;
                            owned_by: string;
                            /** @description For clients of new-api: `image-generation`, `openai-video`, and `openai` for chats. */
                            supported_endpoint_types: string[];
                            /** @description For clients of OpenRouter's format. */
                            architecture: {
                                input_modalities: string[];
                                output_modalities: string[];
                            };
                            name: string;
                            /** @description In Chinese if `Accept-Language` requests it and the card has a Chinese text. */
                            description: string;
                            /** @enum {string} */
                            kind: "image" | "video";
                            /** @description Group whose tokens can use it, unless the operator assigned it to other groups. */
                            group: string;
                            operations: ("grid" | "upscale" | "variation" | "edit" | "retexture" | "outpaint" | "clip" | "describe" | "shorten")[];
                            /** @description Image models: the values of --v and --niji. */
                            versions?: string[];
                            /**
                             * @description How its prompts are read. "plain": braces and :: are words. "open": unknown parameters are passed on. Absent: the whole syntax.
                             * @enum {string}
                             */
                            prompt_syntax?: "plain" | "open";
                            /** @description Maximum length of a clip after extensions, in seconds. Absent: clips cannot be extended. */
                            longest_seconds?: number;
                            /** @description Factor applied to the unit price, by tier. */
                            tiers: {
                                [key: string]: string;
                            };
                            price: {
                                /** @enum {string} */
                                unit: "clip" | "second" | "image";
                                currency: string;
                                version: string;
                                /** @description Of the matching rules, the one with the most conditions applies. */
                                rules: {
                                    when?: {
                                        [key: string]: string | number | boolean;
                                    };
                                    /** @description What the token pays for a unit in a tier whose factor is 1, as a decimal string. */
                                    unit_price: string;
                                }[];
                            };
                            /** @description JSON Schema of the request parameters with their defaults, for POST /v1/videos or the image interface. */
                            parameters: {
                                properties: {
                                    [key: string]: {
                                        type?: string | string[];
                                        description?: string;
                                        enum?: (string | number | boolean)[];
                                        minimum?: number;
                                        maximum?: number;
                                        multipleOf?: number;
                                        maxLength?: number;
                                        default?: unknown;
                                    } & {
                                        [key: string]: unknown;
                                    };
                                };
                            } & {
                                [key: string]: unknown;
                            };
                            /** @description Accepted image inputs, by field. */
                            references: {
                                [key: string]: {
                                    max: number;
                                    required: boolean;
                                };
                            };
                        }[];
                    };
                };
            };
        };
    };
    get_v1_models_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model card. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        object: "model";
                        /** @description Unix time since when the model exists on this server. */
                        created: number;
                        owned_by: string;
                        /** @description For clients of new-api: `image-generation`, `openai-video`, and `openai` for chats. */
                        supported_endpoint_types: string[];
                        /** @description For clients of OpenRouter's format. */
                        architecture: {
                            input_modalities: string[];
                            output_modalities: string[];
                        };
                        name: string;
                        /** @description In Chinese if `Accept-Language` requests it and the card has a Chinese text. */
                        description: string;
                        /** @enum {string} */
                        kind: "image" | "video";
                        /** @description Group whose tokens can use it, unless the operator assigned it to other groups. */
                        group: string;
                        operations: ("grid" | "upscale" | "variation" | "edit" | "retexture" | "outpaint" | "clip" | "describe" | "shorten")[];
                        /** @description Image models: the values of --v and --niji. */
                        versions?: string[];
                        /**
                         * @description How its prompts are read. "plain": braces and :: are words. "open": unknown parameters are passed on. Absent: the whole syntax.
                         * @enum {string}
                         */
                        prompt_syntax?: "plain" | "open";
                        /** @description Maximum length of a clip after extensions, in seconds. Absent: clips cannot be extended. */
                        longest_seconds?: number;
                        /** @description Factor applied to the unit price, by tier. */
                        tiers: {
                            [key: string]: string;
                        };
                        price: {
                            /** @enum {string} */
                            unit: "clip" | "second" | "image";
                            currency: string;
                            version: string;
                            /** @description Of the matching rules, the one with the most conditions applies. */
                            rules: {
                                when?: {
                                    [key: string]: string | number | boolean;
                                };
                                /** @description What the token pays for a unit in a tier whose factor is 1, as a decimal string. */
                                unit_price: string;
                            }[];
                        };
                        /** @description JSON Schema of the request parameters with their defaults, for POST /v1/videos or the image interface. */
                        parameters: {
                            properties: {
                                [key: string]: {
                                    type?: string | string[];
                                    description?: string;
                                    enum?: (string | number | boolean)[];
                                    minimum?: number;
                                    maximum?: number;
                                    multipleOf?: number;
                                    maxLength?: number;
                                    default?: unknown;
                                } & {
                                    [key: string]: unknown;
                                };
                            };
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description Accepted image inputs, by field. */
                        references: {
                            [key: string]: {
                                max: number;
                                required: boolean;
                            };
                        };
                    };
                };
            };
        };
    };
    get_v1_balance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "balance";
                        currency: string;
                        /**
                         * @description Scope of the token: `account` shows the balance of the account, `own` only what the token itself may spend.
                         * @enum {string}
                         */
                        scope: "own" | "account";
                        /** @description What the account can spend. With the scope `own`: what the caps of the token leave; null: it has no cap. */
                        available: string | null;
                        /** @description What is held for tasks of the account that have not ended. With the scope `own`: for those of the token. */
                        held: string;
                        /** @description Time zone in which days and months begin. */
                        time_zone: string;
                        /** @description What the token has spent, including what is held for its tasks, and its spending caps. */
                        token: {
                            spent: string;
                            spent_today: string;
                            spent_month: string;
                            /** @description Null: no limit. */
                            cap: string | null;
                            /** @description Null: no limit. */
                            cap_day: string | null;
                            /** @description Null: no limit. */
                            cap_month: string | null;
                        };
                    };
                };
            };
        };
    };
    get_v1_dashboard_billing_subscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "billing_subscription";
                        has_payment_method: boolean;
                        soft_limit_usd: number;
                        /** @description What the token has spent and may still spend, in the currency of the server. */
                        hard_limit_usd: number;
                        system_hard_limit_usd: number;
                        /** @description When the token expires, in seconds since 1970. 0: never. */
                        access_until: number;
                    };
                };
            };
        };
    };
    get_v1_dashboard_billing_usage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        /** @description What the token has spent, in hundredths of the currency of the server. */
                        total_usage: number;
                    };
                };
            };
        };
    };
}
