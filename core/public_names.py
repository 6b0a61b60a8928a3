"""Where the public names are: the modules of the package, and what is taken from each."""

HOMES = {
    "core.agent": """
        Agent AgentBase AgentToolStreamEvent StopAtTools ToolsToFinalOutputFunction
        ToolsToFinalOutputResult
    """,
    "core.agent_output": "AgentOutputSchema AgentOutputSchemaBase",
    "core.computer": "AsyncComputer Button Computer Environment",
    "core.editor": "ApplyPatchEditor ApplyPatchOperation ApplyPatchResult",
    "core.exceptions": """
        AgentsException InputGuardrailTripwireTriggered MaxTurnsExceeded
        MCPToolCancellationError ModelAnswerError ModelBehaviorError ModelRefusalError
        ModelTimeoutError OutputGuardrailTripwireTriggered RunErrorDetails
        ToolInputGuardrailTripwireTriggered ToolOutputGuardrailTripwireTriggered
        ToolTimeoutError UserError state_of
    """,
    "core.guardrail": """
        GuardrailFunctionOutput InputGuardrail InputGuardrailResult OutputGuardrail
        OutputGuardrailResult input_guardrail output_guardrail
    """,
    "core.handoffs": """
        Handoff HandoffInputData HandoffInputFilter default_handoff_history_mapper
        get_conversation_history_wrappers handoff nest_handoff_history
        reset_conversation_history_wrappers set_conversation_history_wrappers
    """,
    "core.items": """
        CompactionItem HandoffCallItem HandoffOutputItem InputItem ItemHelpers
        MCPApprovalRequestItem MCPApprovalResponseItem MCPListToolsItem MessageOutputItem
        ModelResponse ReasoningItem RunItem ToolApprovalItem ToolCallItem ToolCallOutputItem
        ToolSearchCallItem ToolSearchOutputItem TResponseInputItem
    """,
    "core.ledger": "AlreadyDone Effect Go InDoubt LedgerCall Refused ToolLedger",
    "core.lifecycle": "AgentHooks RunHooks",
    "core.memory": """
        OpenAIResponsesCompactionArgs OpenAIResponsesCompactionAwareSession
        OpenAIResponsesCompactionSession Session SessionABC SessionSettings
        is_openai_responses_compaction_aware_session
    """,
    "core.memory.sqlite_session": "SQLiteSession",
    "core.model_settings": "ModelSettings",
    "core.models._openai_shared": """
        set_default_openai_api set_default_openai_client set_default_openai_key
        set_default_openai_responses_transport
    """,
    "core.models.interface": "Model ModelProvider ModelTracing",
    "core.models.multi_provider": "MultiProvider",
    "core.models.openai_chatcompletions": "OpenAIChatCompletionsModel",
    "core.models.openai_provider": "OpenAIProvider",
    "core.models.openai_responses": "OpenAIResponsesModel",
    "core.outputs.content": """
        ToolOutputFileContent ToolOutputFileContentDict ToolOutputImage ToolOutputImageDict
        ToolOutputText ToolOutputTextDict
    """,
    "core.prompts": "DynamicPromptFunction GenerateDynamicPromptData Prompt",
    "core.result": "AgentToolInvocation RunResult RunResultStreaming",
    "core.retry": """
        ModelRetryAdvice ModelRetryAdviceRequest ModelRetryBackoffSettings
        ModelRetryNormalizedError ModelRetrySettings RetryDecision RetryPolicy
        RetryPolicyContext retry_policies
    """,
    "core.run": "Runner",
    "core.run_config": """
        CallModelData ModelInputData OutputGuardrailBlockedMessageArgs
        OutputGuardrailBlockedMessageFormatter ReasoningItemIdPolicy RunConfig
        ToolErrorFormatter ToolErrorFormatterArgs ToolExecutionConfig
        ToolNameCollisionPolicy ToolNotFoundBehavior
    """,
    "core.run_context": "AgentHookContext RunContextWrapper TContext",
    "core.run_error_handlers": """
        RunErrorData RunErrorHandler RunErrorHandlerInput RunErrorHandlerResult
        RunErrorHandlers
    """,
    "core.run_state": "RunState",
    "core.schemas.arguments": "ArgumentsError",
    "core.stream_events": """
        AgentUpdatedStreamEvent RawResponsesStreamEvent RunItemStreamEvent StreamEvent
    """,
    "core.tool": """
        CodeInterpreterTool FileSearchTool FunctionToolResult HostedMCPTool
        ImageGenerationTool ImageGenerationToolConfig ProgrammaticToolCallingTool
        ShellActionRequest ShellCallData ShellCallOutcome ShellCommandOutput ShellCommandRequest
        ShellExecutor ShellResult ShellTool Tool ToolOrigin ToolOriginType ToolSearchTool
        WebSearchTool tool_namespace
    """,
    "core.tool_context": "ToolContext",
    "core.tool_guardrails": """
        ToolGuardrailFunctionOutput ToolInputGuardrail ToolInputGuardrailData
        ToolInputGuardrailResult ToolOutputGuardrail ToolOutputGuardrailData
        ToolOutputGuardrailResult tool_input_guardrail tool_output_guardrail
    """,
    "core.tools.computer_tool": """
        ComputerProvider ComputerTool dispose_resolved_computers resolve_computer
    """,
    "core.tools.custom_data": """
        ApplyPatchToolCustomDataContext ApplyPatchToolCustomDataExtractor
        ComputerToolCustomDataContext ComputerToolCustomDataExtractor
        CustomToolCustomDataContext CustomToolCustomDataExtractor
        FunctionToolCustomDataContext FunctionToolCustomDataExtractor
    """,
    "core.tools.failure": "default_tool_error_function",
    "core.tools.function_tools": "FunctionTool function_tool",
    "core.tools.hosted_tools": """
        MCPToolApprovalFunction MCPToolApprovalFunctionResult MCPToolApprovalRequest
    """,
    "core.tools.native_tools": """
        ApplyPatchTool CustomTool LocalShellCommandRequest LocalShellExecutor LocalShellTool
    """,
    "core.tracing": """
        AgentSpanData CustomSpanData FunctionSpanData GenerationSpanData GuardrailSpanData
        HandoffSpanData MCPListToolsSpanData ResponseSpanData Span SpanData SpanError
        TaskSpanData Trace TracingProcessor TurnSpanData add_trace_processor agent_span
        custom_span flush_traces function_span gen_span_id gen_trace_id generation_span
        get_current_span get_current_trace guardrail_span handoff_span mcp_tools_span
        response_span set_trace_processors set_trace_provider set_tracing_disabled task_span
        trace turn_span
    """,
    "core.transcript.callers": "ToolCaller",
    "core.usage": "Usage",
}
