<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
  <context>
    <name>GISAgentBench</name>
    <message>
      <location filename="../agent/agent_view.py" />
      <source>The agent waits for your approval.</source>
      <translation>El agente espera su aprobación.</translation>
    </message>
    <message>
      <location filename="../agent/agent_view.py" />
      <source>Show</source>
      <translation>Mostrar</translation>
    </message>
    <message>
      <location filename="../agent/approval_bar.py" />
      <source>Reason, if you refuse; the agent is told</source>
      <translation>Motivo, si se rechaza; se comunica al agente</translation>
    </message>
    <message>
      <location filename="../agent/approval_bar.py" />
      <source>Reason</source>
      <translation>Motivo</translation>
    </message>
    <message>
      <location filename="../agent/approval_bar.py" />
      <source>Approve</source>
      <translation>Aprobar</translation>
    </message>
    <message>
      <location filename="../agent/approval_bar.py" />
      <source>Makes this call</source>
      <translation>Ejecuta esta llamada</translation>
    </message>
    <message>
      <location filename="../agent/approval_bar.py" />
      <source>Refuse</source>
      <translation>Rechazar</translation>
    </message>
    <message>
      <location filename="../agent/approval_bar.py" />
      <source>Does not make this call, and tells the agent why</source>
      <translation>No ejecuta esta llamada y comunica el motivo al agente</translation>
    </message>
    <message>
      <location filename="../agent/approval_bar.py" />
      <source>The agent asks for {tool} with {arguments}</source>
      <translation>El agente solicita {tool} con {arguments}</translation>
    </message>
    <message>
      <location filename="../agent/ending_news.py" />
      <source>The agent has finished.</source>
      <translation>El agente ha terminado.</translation>
    </message>
    <message>
      <location filename="../agent/ending_news.py" />
      <location filename="../agent/steering.py" />
      <location filename="../panel/dock.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Judge</source>
      <translation>Evaluar</translation>
    </message>
    <message>
      <location filename="../agent/ending_news.py" />
      <source>The call</source>
      <translation>La llamada</translation>
    </message>
    <message>
      <location filename="../agent/ending_news.py" />
      <source>{tool} was running and could only be killed; nothing of it is kept.</source>
      <translation>{tool} se estaba ejecutando y solo se pudo interrumpir a la fuerza; no se conserva nada de ello.</translation>
    </message>
    <message>
      <location filename="../agent/episode_steps.py" />
      <source>The episode goes on from here</source>
      <translation>El episodio continúa desde aquí</translation>
    </message>
    <message>
      <location filename="../agent/episode_steps.py" />
      <source>QGIS was started again for the tools: {why}</source>
      <translation>Se volvió a iniciar QGIS para las herramientas: {why}</translation>
    </message>
    <message>
      <location filename="../agent/episode_steps.py" />
      <source>Limit of {limit}: {used} of {allowed} used</source>
      <translation>Límite de {limit}: {used} de {allowed} usados</translation>
    </message>
    <message>
      <location filename="../agent/model_key.py" />
      <location filename="../window.py" />
      <source>Options…</source>
      <translation>Opciones…</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>Pauses after this call</source>
      <translation>Hace una pausa tras esta llamada</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>The episode was cut off. It can be continued from the stored episodes.</source>
      <translation>El episodio se interrumpió. Se puede continuar desde los episodios guardados.</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>The episode was stopped. It can be continued from the stored episodes.</source>
      <translation>El episodio se detuvo. Se puede continuar desde los episodios guardados.</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>The episode has ended: {how}.</source>
      <translation>El episodio ha terminado: {how}.</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>Starting QGIS for {tool}…</source>
      <translation>Iniciando QGIS para {tool}…</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>Running {tool}</source>
      <translation>Ejecutando {tool}</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>Starting…</source>
      <translation>Iniciando…</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>The agent chooses…</source>
      <translation>El agente está eligiendo…</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>Paused</source>
      <translation>En pausa</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>Waits for your approval</source>
      <translation>Espera su aprobación</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>Stopping…</source>
      <translation>Deteniendo…</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>{n} call</source>
      <translation>{n} llamada</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>{n} calls</source>
      <translation>{n} llamadas</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>{n} failed</source>
      <translation>{n} con error</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <location filename="../agent/step_page.py" />
      <source>{count} tokens</source>
      <translation>{count} tokens</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Pause</source>
      <translation>Pausar</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Pauses before the next call; the running one goes on to its end</source>
      <translation>Hace una pausa antes de la siguiente llamada; la que está en curso llega hasta el final</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../agent/step_table.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Step</source>
      <translation>Paso</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Makes one call, then pauses</source>
      <translation>Ejecuta una llamada y hace una pausa</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Stop</source>
      <translation>Detener</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Ends the episode; a call that is running can only be killed</source>
      <translation>Termina el episodio; una llamada en curso solo se puede interrumpir a la fuerza</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Approve each step</source>
      <translation>Aprobar cada paso</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Asks you before every call</source>
      <translation>Pregunta antes de cada llamada</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../panel/shortcuts.py" />
      <source>State after the step</source>
      <translation>Estado tras el paso</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Shows the layers that were there after the chosen step, and no others</source>
      <translation>Muestra las capas que existían tras el paso elegido, y ninguna otra</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Scores the episode against the reference</source>
      <translation>Compara el episodio con la referencia</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Take as a trace</source>
      <translation>Tomar como traza</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Takes the steps as a trace that you can correct</source>
      <translation>Toma los pasos como una traza que se puede corregir</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../agent/stored_list.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Stored episodes</source>
      <translation>Episodios guardados</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Lists the episodes on disk: look at one, or go on with it</source>
      <translation>Enumera los episodios guardados en disco, para verlos o continuarlos</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Resume</source>
      <translation>Reanudar</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Goes on</source>
      <translation>Continúa</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Run</source>
      <translation>Ejecutar</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Gives the task to the agent</source>
      <translation>Entrega la tarea al agente</translation>
    </message>
    <message>
      <location filename="../agent/step_copying.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Copy as Python</source>
      <translation>Copiar como Python</translation>
    </message>
    <message>
      <location filename="../agent/step_copying.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Copy as qgis_process command</source>
      <translation>Copiar como comando qgis_process</translation>
    </message>
    <message>
      <location filename="../agent/step_copying.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Copy as JSON</source>
      <translation>Copiar como JSON</translation>
    </message>
    <message>
      <location filename="../agent/step_page.py" />
      <source>This call is running.</source>
      <translation>Esta llamada se está ejecutando.</translation>
    </message>
    <message>
      <location filename="../agent/step_page.py" />
      <source>{time} in the tool, {engine} of it in the engine</source>
      <translation>{time} en la herramienta, de los cuales {engine} en el motor de cálculo</translation>
    </message>
    <message>
      <location filename="../agent/step_page.py" />
      <source>{time} to choose it</source>
      <translation>{time} para elegirla</translation>
    </message>
    <message>
      <location filename="../agent/step_pane.py" />
      <location filename="../judge/judge_view.py" />
      <source>Steps</source>
      <translation>Pasos</translation>
    </message>
    <message>
      <location filename="../agent/step_pane.py" />
      <source>The chosen step</source>
      <translation>El paso elegido</translation>
    </message>
    <message>
      <location filename="../agent/step_table.py" />
      <location filename="../trace/step_page.py" />
      <source>Result</source>
      <translation>Resultado</translation>
    </message>
    <message>
      <location filename="../agent/step_table.py" />
      <source>Time</source>
      <translation>Tiempo</translation>
    </message>
    <message>
      <location filename="../agent/step_table.py" />
      <source>Tokens</source>
      <translation>Tokens</translation>
    </message>
    <message>
      <location filename="../agent/step_table.py" />
      <source>Cost</source>
      <translation>Coste</translation>
    </message>
    <message>
      <location filename="../agent/step_table.py" />
      <source>answer</source>
      <translation>respuesta</translation>
    </message>
    <message>
      <location filename="../agent/step_table.py" />
      <location filename="../agent/stored_list.py" />
      <source>running</source>
      <translation>en curso</translation>
    </message>
    <message>
      <location filename="../agent/stored_episodes.py" />
      <source>An episode is under way. Stop it before you open another one.</source>
      <translation>Hay un episodio en curso. Deténgalo antes de abrir otro.</translation>
    </message>
    <message>
      <location filename="../agent/stored_episodes.py" />
      <source>The episode of {agent} at {task} was not finished.</source>
      <translation>El episodio de {agent} en {task} quedó sin terminar.</translation>
    </message>
    <message>
      <location filename="../agent/stored_episodes.py" />
      <location filename="../agent/stored_list.py" />
      <source>Continue</source>
      <translation>Continuar</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>finished</source>
      <translation>terminado</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>stopped</source>
      <translation>detenido</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>stopped by a fault</source>
      <translation>detenido por un fallo</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>refused</source>
      <translation>rechazado</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>empty answer</source>
      <translation>respuesta vacía</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>stopped by the filter of the endpoint</source>
      <translation>detenido por el filtro del punto de conexión</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>too long for the model</source>
      <translation>demasiado largo para el modelo</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>a parameter was refused</source>
      <translation>se rechazó un parámetro</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>out of calls</source>
      <translation>sin más llamadas</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>out of turns</source>
      <translation>sin más turnos</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>out of tokens</source>
      <translation>sin más tokens</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>out of money</source>
      <translation>sin más dinero</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>out of time</source>
      <translation>sin más tiempo</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <location filename="../agent/task_form.py" />
      <location filename="../browser/task_tree.py" />
      <location filename="../judge/file_form.py" />
      <source>Task</source>
      <translation>Tarea</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <location filename="../agent/task_form.py" />
      <location filename="../judge/step_list.py" />
      <location filename="../panel/dock.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Agent</source>
      <translation>Agente</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>Outcome</source>
      <translation>Desenlace</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <location filename="../trace/past_run_model.py" />
      <source>When</source>
      <translation>Cuándo</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>Open</source>
      <translation>Abrir</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>Goes on where the episode was left, in the same folder</source>
      <translation>Continúa donde se dejó el episodio, en la misma carpeta</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>Refresh</source>
      <translation>Actualizar</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>unfinished</source>
      <translation>sin terminar</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>cannot be read</source>
      <translation>no se puede leer</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>right</source>
      <translation>correcto</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>wrong</source>
      <translation>incorrecto</translation>
    </message>
    <message>
      <location filename="../agent/task_form.py" />
      <source>None chosen</source>
      <translation>Ninguna elegida</translation>
    </message>
    <message>
      <location filename="../agent/task_form.py" />
      <source>Choose another task</source>
      <translation>Elegir otra tarea</translation>
    </message>
    <message>
      <location filename="../agent/task_form.py" />
      <source>Set up endpoints and models</source>
      <translation>Configurar puntos de conexión y modelos</translation>
    </message>
    <message>
      <location filename="../agent/task_form.py" />
      <source>Model</source>
      <translation>Modelo</translation>
    </message>
    <message>
      <location filename="../agent/task_form.py" />
      <source>None is set up yet</source>
      <translation>Aún no hay ninguno configurado</translation>
    </message>
    <message>
      <location filename="../agent/task_form.py" />
      <source>The button beside opens the options.</source>
      <translation>El botón de al lado abre las opciones.</translation>
    </message>
    <message>
      <location filename="../browser/empty_page.py" />
      <location filename="../browser/task_browser.py" />
      <source>Open a pack (folder or zip)</source>
      <translation>Abrir un paquete (carpeta o ZIP)</translation>
    </message>
    <message>
      <location filename="../browser/empty_page.py" />
      <source>Looking for packs of tasks…</source>
      <translation>Buscando paquetes de tareas…</translation>
    </message>
    <message>
      <location filename="../browser/empty_page.py" />
      <source>There is no pack of tasks yet. The demo pack is the second file of the download of this plugin: {file}</source>
      <translation>Aún no hay ningún paquete de tareas. El paquete de demostración es el segundo archivo de la descarga de este complemento: {file}</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>Search titles, prompts, caveats, data…</source>
      <translation>Buscar en títulos, enunciados, escollos, datos…</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>Search tasks</source>
      <translation>Buscar tareas</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>Lists tasks of one family</source>
      <translation>Muestra las tareas de una familia</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>Lists tasks of one area</source>
      <translation>Muestra las tareas de una zona</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>Lists tasks with one caveat</source>
      <translation>Muestra las tareas con un escollo</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>All families</source>
      <translation>Todas las familias</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>All areas</source>
      <translation>Todas las zonas</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>All caveats</source>
      <translation>Todos los escollos</translation>
    </message>
    <message>
      <location filename="../browser/open_menu.py" />
      <source>Folder…</source>
      <translation>Carpeta…</translation>
    </message>
    <message>
      <location filename="../browser/open_menu.py" />
      <source>Zip file…</source>
      <translation>Archivo ZIP…</translation>
    </message>
    <message>
      <location filename="../browser/pack_listing.py" />
      <source>Replace it</source>
      <translation>Reemplazar</translation>
    </message>
    <message>
      <location filename="../browser/pack_listing.py" />
      <source>{pack}: {n} task</source>
      <translation>{pack}: {n} tarea</translation>
    </message>
    <message>
      <location filename="../browser/pack_listing.py" />
      <source>{pack}: {n} tasks</source>
      <translation>{pack}: {n} tareas</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <location filename="../panel/dock.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Tasks</source>
      <translation>Tareas</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <source>Prompt and contract</source>
      <translation>Enunciado y especificación</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Look for packs again</source>
      <translation>Volver a buscar paquetes</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Add the inputs of the task to the map</source>
      <translation>Añadir las entradas de la tarea al mapa</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Give the task to an agent</source>
      <translation>Entregar la tarea a un agente</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Open the reference of the task as a trace</source>
      <translation>Abrir la referencia de la tarea como traza</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <source>Open the folder of a pack</source>
      <translation>Abrir la carpeta de un paquete</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <source>Open the zip of a pack</source>
      <translation>Abrir el ZIP de un paquete</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <source>Packs</source>
      <translation>Paquetes</translation>
    </message>
    <message>
      <location filename="../browser/task_inputs.py" />
      <source>inputs of {task}</source>
      <translation>entradas de {task}</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>Inputs</source>
      <translation>Entradas</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>{n} call in the reference</source>
      <translation>{n} llamada en la referencia</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>{n} calls in the reference</source>
      <translation>{n} llamadas en la referencia</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>Caveats</source>
      <translation>Escollos</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>What is given</source>
      <translation>Datos de partida</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>What is asked for</source>
      <translation>Lo que se pide</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>Constraints</source>
      <translation>Restricciones</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>Contract of {file}</source>
      <translation>Especificación de {file}</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <location filename="../judge/findings_model.py" />
      <location filename="../trace/contract_columns.py" />
      <source>Column</source>
      <translation>Columna</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <location filename="../trace/contract_columns.py" />
      <source>Type</source>
      <translation>Tipo</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>Compared</source>
      <translation>Comparación</translation>
    </message>
    <message>
      <location filename="../browser/task_tree.py" />
      <source>Area</source>
      <translation>Zona</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>The file can be read</source>
      <translation>El archivo se puede leer</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>The layer is there</source>
      <translation>La capa existe</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>The CRS is the one asked for</source>
      <translation>El SRC es el solicitado</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>It lies where the reference lies</source>
      <translation>Se ubica donde está la referencia</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Shapes are of the type asked for</source>
      <translation>Las geometrías son del tipo solicitado</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Single or multi parts as asked for</source>
      <translation>Parte única o multiparte, como se pide</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Z and M values as asked for</source>
      <translation>Valores Z y M como se pide</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>All columns are there</source>
      <translation>Están todas las columnas</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Columns are of the types asked for</source>
      <translation>Las columnas son de los tipos solicitados</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Every identifier stands once</source>
      <translation>Cada identificador aparece una sola vez</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Rows are in order</source>
      <translation>Las filas están en orden</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>No row is missing and none left over</source>
      <translation>No falta ni sobra ninguna fila</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Values are within tolerance</source>
      <translation>Los valores están dentro de la tolerancia</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Shapes are within tolerance</source>
      <translation>Las geometrías están dentro de la tolerancia</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>All conditions hold</source>
      <translation>Se cumplen todas las condiciones</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Cells lie where they should</source>
      <translation>Las celdas están donde deben</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Columns and rows as asked for</source>
      <translation>Columnas y filas como se pide</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>As many bands as asked for</source>
      <translation>Tantas bandas como se pide</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Cells are of the type asked for</source>
      <translation>Las celdas son del tipo solicitado</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>NoData is marked as asked for</source>
      <translation>El valor sin datos está marcado como se pide</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>NoData lies where it should</source>
      <translation>Las celdas sin datos están donde deben</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Checks in words</source>
      <translation>Comprobaciones en palabras</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Likely cause</source>
      <translation>Causa probable</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>{n} check failed</source>
      <translation>{n} comprobación no superada</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>{n} checks failed</source>
      <translation>{n} comprobaciones no superadas</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Not run</source>
      <translation>No ejecutadas</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>{n} check passed</source>
      <translation>{n} comprobación superada</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>{n} checks passed</source>
      <translation>{n} comprobaciones superadas</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Figures</source>
      <translation>Cifras</translation>
    </message>
    <message>
      <location filename="../judge/file_form.py" />
      <source>Layers and tables</source>
      <translation>Capas y tablas</translation>
    </message>
    <message>
      <location filename="../judge/file_form.py" />
      <source>All files</source>
      <translation>Todos los archivos</translation>
    </message>
    <message>
      <location filename="../judge/file_form.py" />
      <source>Score this file</source>
      <translation>Puntuar este archivo</translation>
    </message>
    <message>
      <location filename="../judge/file_form.py" />
      <location filename="../judge/layer_opening.py" />
      <location filename="../judge/map_views.py" />
      <location filename="../trace/contract_form.py" />
      <source>Output</source>
      <translation>Salida</translation>
    </message>
    <message>
      <location filename="../judge/file_form.py" />
      <location filename="../trace/contract_form.py" />
      <source>File</source>
      <translation>Archivo</translation>
    </message>
    <message>
      <location filename="../judge/file_form.py" />
      <source>Choose a task in the task browser first.</source>
      <translation>Elija primero una tarea en el explorador de tareas.</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>Difference</source>
      <translation>Diferencia</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>Row</source>
      <translation>Fila</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>Expected</source>
      <translation>Esperado</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>Found</source>
      <translation>Encontrado</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>done</source>
      <translation>hecho</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>ignored</source>
      <translation>ignorado</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>{row}: {kind} ({values})</source>
      <translation>{row}: {kind} ({values})</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>expected {expected}, found {found}</source>
      <translation>se esperaba {expected}, se encontró {found}</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>{row}, {column}: {values}</source>
      <translation>{row}, {column}: {values}</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>whole row</source>
      <translation>fila entera</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>shape</source>
      <translation>geometría</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <location filename="../judge/judge_view.py" />
      <source>Differences</source>
      <translation>Diferencias</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>Which differences are listed</source>
      <translation>Qué diferencias se enumeran</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>Previous difference without a mark</source>
      <translation>Diferencia anterior sin marca</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>Next difference without a mark</source>
      <translation>Diferencia siguiente sin marca</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>Mark as done and go on</source>
      <translation>Marcar como hecho y seguir</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>Mark as ignored and go on</source>
      <translation>Marcar como ignorado y seguir</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>List only differences without a mark</source>
      <translation>Mostrar solo las diferencias sin marca</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>{n} difference</source>
      <translation>{n} diferencia</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>All {n} differences</source>
      <translation>Las {n} diferencias</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>No differences</source>
      <translation>Sin diferencias</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>The worst one</source>
      <translation>La peor</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>The {n} worst</source>
      <translation>Las {n} peores</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>{kind} ({n})</source>
      <translation>{kind} ({n})</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>{n} marked</source>
      <translation>{n} marcadas</translation>
    </message>
    <message>
      <location filename="../judge/judge_view.py" />
      <source>Scoring {what}…</source>
      <translation>Puntuando {what}…</translation>
    </message>
    <message>
      <location filename="../judge/judge_view.py" />
      <source>Checks</source>
      <translation>Comprobaciones</translation>
    </message>
    <message>
      <location filename="../judge/judge_view.py" />
      <source>GISAgentBench differences: {task}</source>
      <translation>Diferencias de GISAgentBench: {task}</translation>
    </message>
    <message>
      <location filename="../judge/judge_view.py" />
      <source>A file has no steps; choose an episode or a trace.</source>
      <translation>Un archivo no tiene pasos; elija un episodio o una traza.</translation>
    </message>
    <message>
      <location filename="../judge/judge_view.py" />
      <source>Comparing steps…</source>
      <translation>Comparando pasos…</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>repeated</source>
      <translation>repetida</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>missing</source>
      <translation>falta</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>extra</source>
      <translation>sobra</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>moved or reshaped</source>
      <translation>movida o deformada</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>wrong value</source>
      <translation>valor incorrecto</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>wrong cell</source>
      <translation>celda incorrecta</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>the same</source>
      <translation>igual</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>Extra rows</source>
      <translation>Filas sobrantes</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>Missing rows</source>
      <translation>Filas que faltan</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>Moved or reshaped</source>
      <translation>Movidas o deformadas</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>Where they should be</source>
      <translation>Donde deberían estar</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>Wrong values</source>
      <translation>Valores incorrectos</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>The same</source>
      <translation>Iguales</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>Wrong cells and mask</source>
      <translation>Celdas incorrectas y máscara</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>Output minus reference</source>
      <translation>Salida menos referencia</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>same</source>
      <translation>igual</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>too high</source>
      <translation>demasiado alto</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>value where none should be</source>
      <translation>valor donde no debería haberlo</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>value missing</source>
      <translation>falta el valor</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>wrong class</source>
      <translation>clase incorrecta</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>too low</source>
      <translation>demasiado bajo</translation>
    </message>
    <message>
      <location filename="../judge/layer_opening.py" />
      <source>Opening difference layers</source>
      <translation>Abriendo las capas de diferencias</translation>
    </message>
    <message>
      <location filename="../judge/layer_opening.py" />
      <location filename="../judge/legend_list.py" />
      <location filename="../judge/map_views.py" />
      <location filename="../judge/step_list.py" />
      <source>Reference</source>
      <translation>Referencia</translation>
    </message>
    <message>
      <location filename="../judge/layer_opening.py" />
      <location filename="../judge/legend_list.py" />
      <source>Rings around wrong cells</source>
      <translation>Anillos en torno a celdas incorrectas</translation>
    </message>
    <message>
      <location filename="../judge/legend_list.py" />
      <source>Legend of the difference layers</source>
      <translation>Leyenda de las capas de diferencias</translation>
    </message>
    <message>
      <location filename="../judge/legend_list.py" />
      <location filename="../judge/map_views.py" />
      <source>Output of the agent</source>
      <translation>Salida del agente</translation>
    </message>
    <message>
      <location filename="../judge/map_views.py" />
      <source>Show the difference layers on the map</source>
      <translation>Mostrar las capas de diferencias en el mapa</translation>
    </message>
    <message>
      <location filename="../judge/map_views.py" />
      <source>Zoom to all differences</source>
      <translation>Zoom a todas las diferencias</translation>
    </message>
    <message>
      <location filename="../judge/map_views.py" />
      <source>Swipe between output and reference (T turns the line, Esc ends)</source>
      <translation>Deslizar entre salida y referencia (T gira la línea, Esc termina)</translation>
    </message>
    <message>
      <location filename="../judge/map_views.py" />
      <source>Show the reference on a second map beside this one</source>
      <translation>Mostrar la referencia en un segundo mapa junto a este</translation>
    </message>
    <message>
      <location filename="../judge/mark_keeping.py" />
      <source>The mark could not be stored and ends with this window: {why}</source>
      <translation>La marca no se pudo guardar y se perderá al cerrar esta ventana: {why}</translation>
    </message>
    <message>
      <location filename="../judge/mark_keeping.py" />
      <source>{why}; it is kept as {name}.</source>
      <translation>{why}; se conserva como {name}.</translation>
    </message>
    <message>
      <location filename="../judge/step_list.py" />
      <source>First divergence</source>
      <translation>Primera divergencia</translation>
    </message>
    <message>
      <location filename="../judge/step_list.py" />
      <source>Steps of reference and agent</source>
      <translation>Pasos de la referencia y del agente</translation>
    </message>
    <message>
      <location filename="../judge/step_list.py" />
      <source>Arguments of the chosen steps</source>
      <translation>Argumentos de los pasos elegidos</translation>
    </message>
    <message>
      <location filename="../judge/step_list.py" />
      <source>Refused: {why}</source>
      <translation>Rechazado: {why}</translation>
    </message>
    <message>
      <location filename="../judge/step_list.py" />
      <source>All steps together</source>
      <translation>Todos los pasos juntos</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <source>Choose an episode or a trace</source>
      <translation>Elegir un episodio o una traza</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <source>Episode or trace that is judged</source>
      <translation>Episodio o traza que se evalúa</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Previous result without a mark</source>
      <translation>Resultado anterior sin marca</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Next result without a mark</source>
      <translation>Resultado siguiente sin marca</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <source>Mark this result as done</source>
      <translation>Marcar este resultado como hecho</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <source>Mark this result as ignored</source>
      <translation>Marcar este resultado como ignorado</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <source>Read the list and score again</source>
      <translation>Volver a leer la lista y a puntuar</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <source>Score a file for the task of the task browser</source>
      <translation>Puntuar un archivo para la tarea del explorador de tareas</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Output that is looked at</source>
      <translation>Salida que se examina</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Choose an episode, a trace or a file to judge.</source>
      <translation>Elija un episodio, una traza o un archivo para evaluar.</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Not judged</source>
      <translation>Sin evaluar</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Right: the one check passed</source>
      <translation>Correcto: la única comprobación se superó</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Right: all {n} checks passed</source>
      <translation>Correcto: se superaron las {n} comprobaciones</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Wrong: {files} was not written</source>
      <translation>Incorrecto: no se escribió {files}</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Wrong: {failed} of {n} check failed</source>
      <translation>Incorrecto: {failed} de {n} comprobación no superada</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Wrong: {failed} of {n} checks failed</source>
      <translation>Incorrecto: {failed} de {n} comprobaciones no superadas</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Quantitative closeness {share}</source>
      <translation>Proximidad cuantitativa {share}</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Rows: {words}</source>
      <translation>Filas: {words}</translation>
    </message>
    <message>
      <location filename="../panel/answer_handing.py" />
      <source>The service gave an answer that is none.</source>
      <translation>El servicio dio una respuesta que no lo es.</translation>
    </message>
    <message>
      <location filename="../panel/dock.py" />
      <location filename="../panel/shortcuts.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Trace</source>
      <translation>Traza</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>There is no such tool</source>
      <translation>No existe esa herramienta</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>There is no such argument</source>
      <translation>No existe ese argumento</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>Something is missing</source>
      <translation>Falta un dato</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A value is of the wrong type</source>
      <translation>Un valor es de tipo incorrecto</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A value cannot be used</source>
      <translation>Un valor no se puede usar</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>There is no such layer</source>
      <translation>No existe esa capa</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>There is no such field</source>
      <translation>No existe ese campo</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>There is no such band</source>
      <translation>No existe esa banda</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A file is not there</source>
      <translation>Falta un archivo</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A format does not fit</source>
      <translation>Un formato no sirve</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>It is not clear which layer is meant</source>
      <translation>No está claro de qué capa se trata</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A layer has no CRS</source>
      <translation>Una capa no tiene SRC</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>Layers differ in their CRS</source>
      <translation>Las capas tienen SRC distintos</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A CRS is not fit for this</source>
      <translation>Un SRC no sirve para esto</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>Rasters differ in their grids</source>
      <translation>Los rásteres tienen mallas distintas</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A grid is not fit for this</source>
      <translation>Una malla no sirve para esto</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A geometry is not valid</source>
      <translation>Una geometría no es válida</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>Geometries are of the wrong type</source>
      <translation>Las geometrías son de tipo incorrecto</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>Keys do not match</source>
      <translation>Las claves no coinciden</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>An expression is not valid</source>
      <translation>Una expresión no es válida</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>An expression is not allowed</source>
      <translation>Una expresión no está permitida</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A limit is exceeded</source>
      <translation>Se supera un límite</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>It took too long</source>
      <translation>Tardó demasiado</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>It was stopped</source>
      <translation>Se detuvo</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A path leads out of the workspace</source>
      <translation>Una ruta sale del espacio de trabajo</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>It is there already</source>
      <translation>Ya existe</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>The disk is full</source>
      <translation>El disco está lleno</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A document cannot be read</source>
      <translation>Un documento no se puede leer</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A package is missing</source>
      <translation>Falta un paquete</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>Nothing was written</source>
      <translation>No se escribió nada</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>An engine failed</source>
      <translation>Falló un motor de cálculo</translation>
    </message>
    <message>
      <location filename="../panel/help_opening.py" />
      <source>Help (F1)</source>
      <translation>Ayuda (F1)</translation>
    </message>
    <message>
      <location filename="../panel/help_opening.py" />
      <location filename="../window.py" />
      <source>Help</source>
      <translation>Ayuda</translation>
    </message>
    <message>
      <location filename="../panel/missing_note.py" />
      <source>Copy the commands</source>
      <translation>Copiar los comandos</translation>
    </message>
    <message>
      <location filename="../panel/missing_note.py" />
      <source>Hide this note</source>
      <translation>Ocultar este aviso</translation>
    </message>
    <message>
      <location filename="../panel/missing_note.py" />
      <source>{n} package is missing; what does not need it works.</source>
      <translation>Falta {n} paquete; lo que no lo necesita funciona.</translation>
    </message>
    <message>
      <location filename="../panel/missing_note.py" />
      <source>{n} packages are missing; what needs none of them works.</source>
      <translation>Faltan {n} paquetes; lo que no necesita ninguno funciona.</translation>
    </message>
    <message>
      <location filename="../panel/missing_note.py" />
      <source>To get them, type this in a terminal, then restart QGIS:</source>
      <translation>Para obtenerlos, escriba esto en un terminal y reinicie QGIS:</translation>
    </message>
    <message>
      <location filename="../panel/service_client.py" />
      <source>It wrote {what}.</source>
      <translation>Escribió {what}.</translation>
    </message>
    <message>
      <location filename="../panel/service_client.py" />
      <source>{n} lines are left out.</source>
      <translation>Se omiten {n} líneas.</translation>
    </message>
    <message>
      <location filename="../panel/service_client.py" />
      <source>It ended with status {status}.</source>
      <translation>Terminó con el estado {status}.</translation>
    </message>
    <message>
      <location filename="../panel/service_client.py" />
      <source>It crashed or was killed.</source>
      <translation>Falló o fue interrumpido a la fuerza.</translation>
    </message>
    <message>
      <location filename="../panel/service_client.py" />
      <source>{program} could not be started.</source>
      <translation>No se pudo iniciar {program}.</translation>
    </message>
    <message>
      <location filename="../panel/service_client.py" />
      <source>The service of the panel is gone. {why}</source>
      <translation>El servicio del panel ha dejado de funcionar. {why}</translation>
    </message>
    <message>
      <location filename="../panel/service_client.py" />
      <source>The next action starts a new one.</source>
      <translation>La siguiente acción inicia uno nuevo.</translation>
    </message>
    <message>
      <location filename="../panel/shortcuts.py" />
      <source>Record</source>
      <translation>Grabar</translation>
    </message>
    <message>
      <location filename="../panel/shortcuts.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Add a step: choose its tool…</source>
      <translation>Añadir un paso: elegir su herramienta…</translation>
    </message>
    <message>
      <location filename="../panel/shortcuts.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Run from the chosen step</source>
      <translation>Ejecutar desde el paso elegido</translation>
    </message>
    <message>
      <location filename="../panel/shortcuts.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Stop the running call; it is killed</source>
      <translation>Detener la llamada en curso; se interrumpe a la fuerza</translation>
    </message>
    <message>
      <location filename="../panel/shortcuts.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Save as reference.json…</source>
      <translation>Guardar como reference.json…</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>This is no key: it has spaces or letters beyond ASCII, or is too long.</source>
      <translation>Esto no es una clave: contiene espacios o caracteres que no son ASCII, o es demasiado larga.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>Paste the key alone.</source>
      <translation>Pegue solo la clave.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>The key was not stored, since the master password was not given.</source>
      <translation>La clave no se guardó porque no se introdujo la contraseña maestra.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>QGIS could not store the key.</source>
      <translation>QGIS no pudo guardar la clave.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>The log panel of QGIS says why.</source>
      <translation>El motivo figura en el registro de mensajes de QGIS.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>Settings ▸ Options ▸ GISAgentBench</source>
      <translation>Configuración ▸ Opciones ▸ GISAgentBench</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>The key is locked.</source>
      <translation>La clave está bloqueada.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>QGIS asks for the master password as soon as the key is used.</source>
      <translation>QGIS pedirá la contraseña maestra en cuanto se use la clave.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>The stored key is gone from QGIS's authentication database.</source>
      <translation>La clave guardada ya no está en la base de datos de autenticación de QGIS.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>This endpoint needs a key.</source>
      <translation>Este punto de conexión requiere una clave.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>Store it under {page}.</source>
      <translation>Guárdela en {page}.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>QGIS's authentication database cannot be used, so there is no key.</source>
      <translation>La base de datos de autenticación de QGIS no se puede usar, así que no hay clave.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>The authentication configuration holds no key, or the master password does not fit it.</source>
      <translation>La configuración de autenticación no contiene ninguna clave, o la contraseña maestra no corresponde.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>It must be of the kind “API Header” with Authorization, or “Basic authentication”.</source>
      <translation>Debe ser del tipo «Encabezado de API» con Authorization, o «Autenticación básica».</translation>
    </message>
    <message>
      <location filename="../settings/connection_form.py" />
      <source>Test connection</source>
      <translation>Probar conexión</translation>
    </message>
    <message>
      <location filename="../settings/connection_form.py" />
      <source>There is no endpoint.</source>
      <translation>No hay ningún punto de conexión.</translation>
    </message>
    <message>
      <location filename="../settings/connection_form.py" />
      <source>Asking {model}…</source>
      <translation>Preguntando a {model}…</translation>
    </message>
    <message>
      <location filename="../settings/connection_form.py" />
      <source>Asking for the models…</source>
      <translation>Consultando los modelos…</translation>
    </message>
    <message>
      <location filename="../settings/connection_form.py" />
      <source>Stop the test</source>
      <translation>Detener la prueba</translation>
    </message>
    <message>
      <location filename="../settings/connection_form.py" />
      <source>It lists {n} model.</source>
      <translation>Ofrece {n} modelo.</translation>
    </message>
    <message>
      <location filename="../settings/connection_form.py" />
      <source>It lists {n} models.</source>
      <translation>Ofrece {n} modelos.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint.py" />
      <source>on this computer, no key</source>
      <translation>en este equipo, sin clave</translation>
    </message>
    <message>
      <location filename="../settings/endpoint.py" />
      <source>needs a key</source>
      <translation>requiere una clave</translation>
    </message>
    <message>
      <location filename="../settings/endpoint.py" />
      <source>The key goes to {host} unencrypted: whoever is on the way can read it. Use https://, or a tunnel.</source>
      <translation>La clave va sin cifrar a {host}: quien esté en el camino puede leerla. Use https:// o un túnel.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_draft.py" />
      <source>An endpoint needs a name; it was not changed.</source>
      <translation>Un punto de conexión necesita un nombre; no se cambió.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_draft.py" />
      <source>There are two endpoints named “{name}”; the second was not changed.</source>
      <translation>Hay dos puntos de conexión llamados «{name}»; el segundo no se cambió.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_draft.py" />
      <source>The base URL begins with http:// or https:// and goes up to /chat/completions, without it.</source>
      <translation>La URL base empieza por http:// o https:// y llega hasta justo antes de /chat/completions.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>No key</source>
      <translation>Sin clave</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Gone ({id})</source>
      <translation>Ya no existe ({id})</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>The key will be stored in QGIS's authentication database, not in the settings.</source>
      <translation>La clave se guardará en la base de datos de autenticación de QGIS, no en la configuración.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>The key is stored in QGIS's authentication database.</source>
      <translation>La clave está guardada en la base de datos de autenticación de QGIS.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>This endpoint needs a key: type it here, or choose one that is stored.</source>
      <translation>Este punto de conexión requiere una clave: escríbala aquí o elija una guardada.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>New key</source>
      <translation>Clave nueva</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Models</source>
      <translation>Modelos</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Name of a model</source>
      <translation>Nombre de un modelo</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Authentication configurations of QGIS, where keys are stored encrypted</source>
      <translation>Configuraciones de autenticación de QGIS, donde las claves se guardan cifradas</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Add the model</source>
      <translation>Añadir el modelo</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Remove the chosen model</source>
      <translation>Quitar el modelo elegido</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Name</source>
      <translation>Nombre</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Base URL</source>
      <translation>URL base</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Key</source>
      <translation>Clave</translation>
    </message>
    <message>
      <location filename="../settings/endpoints_form.py" />
      <source>Endpoints</source>
      <translation>Puntos de conexión</translation>
    </message>
    <message>
      <location filename="../settings/endpoints_form.py" />
      <source>No endpoint yet. Add one to let a language model work on tasks.</source>
      <translation>Aún no hay puntos de conexión. Añada uno para que un modelo de lenguaje trabaje en las tareas.</translation>
    </message>
    <message>
      <location filename="../settings/endpoints_form.py" />
      <source>Add an endpoint</source>
      <translation>Añadir un punto de conexión</translation>
    </message>
    <message>
      <location filename="../settings/endpoints_form.py" />
      <source>Remove the endpoint</source>
      <translation>Quitar el punto de conexión</translation>
    </message>
    <message>
      <location filename="../settings/endpoints_form.py" />
      <source>Other endpoint…</source>
      <translation>Otro punto de conexión…</translation>
    </message>
    <message>
      <location filename="../settings/endpoints_form.py" />
      <source>New endpoint</source>
      <translation>Nuevo punto de conexión</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>Folders of packs</source>
      <translation>Carpetas de paquetes</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>Folder of runs</source>
      <translation>Carpeta de ejecuciones</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>Python interpreter</source>
      <translation>Intérprete de Python</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>The one that belongs to this QGIS</source>
      <translation>El que corresponde a este QGIS</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>Keep layers of episodes when the panel is closed</source>
      <translation>Conservar las capas de los episodios al cerrar el panel</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>Add a folder of packs</source>
      <translation>Añadir una carpeta de paquetes</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>Remove the chosen folder</source>
      <translation>Quitar la carpeta elegida</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>Folder of packs</source>
      <translation>Carpeta de paquetes</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Tool calls</source>
      <translation>Llamadas a herramientas</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Answers of the model</source>
      <translation>Respuestas del modelo</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Tokens, sent and answered</source>
      <translation>Tokens, enviados y recibidos</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Cost by list price</source>
      <translation>Coste según tarifa</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>US dollars</source>
      <translation>dólares estadounidenses</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Time of the whole episode</source>
      <translation>Tiempo de todo el episodio</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Time inside tool calls</source>
      <translation>Tiempo dentro de las llamadas</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Time of one tool call</source>
      <translation>Tiempo de una llamada</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Time of one answer of the model</source>
      <translation>Tiempo de una respuesta del modelo</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Time of a test of a connection</source>
      <translation>Tiempo de una prueba de conexión</translation>
    </message>
    <message>
      <location filename="../settings/limits_form.py" />
      <source>Refuse the call</source>
      <translation>Rechazar la llamada</translation>
    </message>
    <message>
      <location filename="../settings/limits_form.py" />
      <source>Warn and go on</source>
      <translation>Advertir y continuar</translation>
    </message>
    <message>
      <location filename="../settings/limits_form.py" />
      <source>Go on without a word</source>
      <translation>Continuar sin avisar</translation>
    </message>
    <message>
      <location filename="../settings/limits_form.py" />
      <source>Guards look for mixed CRSs, degrees used as metres, invalid geometry and the like</source>
      <translation>Los controles buscan SRC mezclados, grados usados como metros, geometrías no válidas y similares</translation>
    </message>
    <message>
      <location filename="../settings/limits_form.py" />
      <source>When a guard finds something</source>
      <translation>Cuando un control detecta algo</translation>
    </message>
    <message>
      <location filename="../settings/limits_form.py" />
      <source>no limit</source>
      <translation>sin límite</translation>
    </message>
    <message>
      <location filename="../settings/options_page.py" />
      <source>Language models</source>
      <translation>Modelos de lenguaje</translation>
    </message>
    <message>
      <location filename="../settings/options_page.py" />
      <source>Limits of an episode</source>
      <translation>Límites de un episodio</translation>
    </message>
    <message>
      <location filename="../settings/options_page.py" />
      <source>Folders and programs</source>
      <translation>Carpetas y programas</translation>
    </message>
    <message>
      <location filename="../trace/argument_drafts.py" />
      <source>Step {steps} has changes of its arguments that are not applied.</source>
      <translation>El paso {steps} tiene cambios en sus argumentos que no se han aplicado.</translation>
    </message>
    <message>
      <location filename="../trace/argument_drafts.py" />
      <source>Steps {steps} have changes of their arguments that are not applied.</source>
      <translation>Los pasos {steps} tienen cambios en sus argumentos que no se han aplicado.</translation>
    </message>
    <message>
      <location filename="../trace/argument_form.py" />
      <source>There is no such tool; its arguments stand under JSON.</source>
      <translation>Esa herramienta no existe; sus argumentos están en JSON.</translation>
    </message>
    <message>
      <location filename="../trace/argument_inputs.py" />
      <source>required</source>
      <translation>obligatorio</translation>
    </message>
    <message>
      <location filename="../trace/argument_inputs.py" />
      <source>left out</source>
      <translation>omitido</translation>
    </message>
    <message>
      <location filename="../trace/argument_inputs.py" />
      <location filename="../trace/input_choice.py" />
      <source>Yes</source>
      <translation>Sí</translation>
    </message>
    <message>
      <location filename="../trace/argument_inputs.py" />
      <location filename="../trace/input_choice.py" />
      <source>No</source>
      <translation>No</translation>
    </message>
    <message>
      <location filename="../trace/argument_inputs.py" />
      <source>left out: {default}</source>
      <translation>omitido: {default}</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>Edit the arguments as JSON, as an agent sends them</source>
      <translation>Editar los argumentos como JSON, tal como los envía un agente</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>JSON</source>
      <translation>JSON</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>Apply</source>
      <translation>Aplicar</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>Change the step; it and the steps after it wait to be run.</source>
      <translation>Cambiar el paso; este y los siguientes quedan pendientes de ejecución.</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>Apply and run</source>
      <translation>Aplicar y ejecutar</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>Change the step, and run it and the steps after it.</source>
      <translation>Cambiar el paso y ejecutarlo junto con los siguientes.</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>Take the changes of the arguments back</source>
      <translation>Revertir los cambios de los argumentos</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>Take back</source>
      <translation>Revertir</translation>
    </message>
    <message>
      <location filename="../trace/call_queue.py" />
      <source>{run} was not recorded: of its layer "{layer}" {why}.</source>
      <translation>{run} no se registró: sobre su capa "{layer}": {why}.</translation>
    </message>
    <message>
      <location filename="../trace/call_queue.py" />
      <source>{run} ran in QGIS, but not as a step of the trace: {why}</source>
      <translation>{run} se ejecutó en QGIS, pero no como paso de la traza: {why}</translation>
    </message>
    <message>
      <location filename="../trace/contract_columns.py" />
      <source>Asked for</source>
      <translation>Solicitado</translation>
    </message>
    <message>
      <location filename="../trace/contract_columns.py" />
      <source>Role</source>
      <translation>Función</translation>
    </message>
    <message>
      <location filename="../trace/contract_columns.py" />
      <source>Identifies</source>
      <translation>Identifica</translation>
    </message>
    <message>
      <location filename="../trace/contract_columns.py" />
      <source>none</source>
      <translation>ninguna</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Contract of an output</source>
      <translation>Especificación de una salida</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Why the tolerances are what they are: what a right alternative differs by, and what a wrong one does.</source>
      <translation>Por qué las tolerancias son las que son: en qué difiere una alternativa correcta y en qué una incorrecta.</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Columns of the output</source>
      <translation>Columnas de la salida</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Layer</source>
      <translation>Capa</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>CRS</source>
      <translation>SRC</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Geometry type</source>
      <translation>Tipo de geometría</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Columns</source>
      <translation>Columnas</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Rationale</source>
      <translation>Justificación</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Copy</source>
      <translation>Copiar</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Save</source>
      <translation>Guardar</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Close</source>
      <translation>Cerrar</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>A contract needs its rationale; nothing was written.</source>
      <translation>Una especificación necesita su justificación; no se escribió nada.</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Save the contract</source>
      <translation>Guardar la especificación</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Nothing was written.</source>
      <translation>No se escribió nada.</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <location filename="../trace/trace_files.py" />
      <source>{file} cannot be written: {why}</source>
      <translation>No se puede escribir {file}: {why}</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>The contract was written to {path}.</source>
      <translation>La especificación se escribió en {path}.</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>Arguments as JSON</source>
      <translation>Argumentos como JSON</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>The text is too long.</source>
      <translation>El texto es demasiado largo.</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>Line {line}, column {column}: {why}</source>
      <translation>Línea {line}, columna {column}: {why}</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>Lists and objects are nested too deep.</source>
      <translation>Las listas y los objetos están anidados a demasiada profundidad.</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>Arguments are an object: names and values in braces.</source>
      <translation>Los argumentos son un objeto: nombres y valores entre llaves.</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>It is one value: a text in quotes, a number, a list or an object.</source>
      <translation>Es un solo valor: un texto entre comillas, un número, una lista o un objeto.</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>"{key}" stands twice.</source>
      <translation>"{key}" aparece dos veces.</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>{word} is no number of JSON.</source>
      <translation>{word} no es un número en JSON.</translation>
    </message>
    <message>
      <location filename="../trace/layer_taking.py" />
      <source>"{layer}" is neither rows nor cells.</source>
      <translation>"{layer}" no contiene ni filas ni celdas.</translation>
    </message>
    <message>
      <location filename="../trace/layer_taking.py" />
      <source>Only the {n} selected row of "{layer}" was taken into the inputs of the trace, as {file}.</source>
      <translation>Solo se tomó {n} fila seleccionada de "{layer}" en las entradas de la traza, como {file}.</translation>
    </message>
    <message>
      <location filename="../trace/layer_taking.py" />
      <source>Only the {n} selected rows of "{layer}" were taken into the inputs of the trace, as {file}.</source>
      <translation>Solo se tomaron {n} filas seleccionadas de "{layer}" en las entradas de la traza, como {file}.</translation>
    </message>
    <message>
      <location filename="../trace/layer_taking.py" />
      <source>"{layer}" was taken into the inputs of the trace as {file}, with its filter {filter}.</source>
      <translation>"{layer}" se tomó en las entradas de la traza como {file}, con su filtro {filter}.</translation>
    </message>
    <message>
      <location filename="../trace/layer_taking.py" />
      <source>"{layer}" was taken into the inputs of the trace as {file}, with its unsaved edits.</source>
      <translation>"{layer}" se tomó en las entradas de la traza como {file}, con sus ediciones sin guardar.</translation>
    </message>
    <message>
      <location filename="../trace/layer_taking.py" />
      <source>"{layer}" was taken into the inputs of the trace as {file}.</source>
      <translation>"{layer}" se tomó en las entradas de la traza como {file}.</translation>
    </message>
    <message>
      <location filename="../trace/model_export.py" />
      <source>There is no tool {tool}.</source>
      <translation>No existe la herramienta {tool}.</translation>
    </message>
    <message>
      <location filename="../trace/model_export.py" />
      <source>The trace has no step that makes anything.</source>
      <translation>La traza no tiene ningún paso que produzca algo.</translation>
    </message>
    <message>
      <location filename="../trace/model_export.py" />
      <source>{n} step that only looks at layers, or was not done, is not in the model.</source>
      <translation>{n} paso que solo consulta capas, o que no se ejecutó, no está en el modelo.</translation>
    </message>
    <message>
      <location filename="../trace/model_export.py" />
      <source>{n} steps that only look at layers, or were not done, are not in the model.</source>
      <translation>{n} pasos que solo consultan capas, o que no se ejecutaron, no están en el modelo.</translation>
    </message>
    <message>
      <location filename="../trace/model_export.py" />
      <source>No step of the model makes the layer "{layer}".</source>
      <translation>Ningún paso del modelo produce la capa "{layer}".</translation>
    </message>
    <message>
      <location filename="../trace/model_export.py" />
      <source>Input {file}</source>
      <translation>Entrada {file}</translation>
    </message>
    <message>
      <location filename="../trace/native_calls.py" />
      <source>{parameters} is set, which the tool has not.</source>
      <translation>Está definido {parameters}, que la herramienta no tiene.</translation>
    </message>
    <message>
      <location filename="../trace/native_calls.py" />
      <source>The distance differs from feature to feature.</source>
      <translation>La distancia varía de un objeto espacial a otro.</translation>
    </message>
    <message>
      <location filename="../trace/native_calls.py" />
      <source>The layer is in degrees, and a distance in degrees is none on the ground.</source>
      <translation>La capa está en grados, y una distancia en grados no lo es sobre el terreno.</translation>
    </message>
    <message>
      <location filename="../trace/native_calls.py" />
      <source>Whether parts are taken one by one differs from feature to feature.</source>
      <translation>Que las partes se tomen una a una varía de un objeto espacial a otro.</translation>
    </message>
    <message>
      <location filename="../trace/native_calls.py" />
      <source>It asks for several relations at once, the tool for one.</source>
      <translation>Pide varias relaciones a la vez; la herramienta, una.</translation>
    </message>
    <message>
      <location filename="../trace/native_calls.py" />
      <source>The tool has no field of that type.</source>
      <translation>La herramienta no tiene ningún campo de ese tipo.</translation>
    </message>
    <message>
      <location filename="../trace/native_calls.py" />
      <source>The tool writes no file of that kind.</source>
      <translation>La herramienta no escribe archivos de ese tipo.</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Add steps from the history of Processing</source>
      <translation>Añadir pasos del historial de Procesos</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Ticked runs become steps at the end of the trace, and are made once more. Layers and files are taken as they are now; what a ticked run made is what its step makes.</source>
      <translation>Las ejecuciones marcadas se convierten en pasos al final de la traza y se hacen otra vez. Las capas y los archivos se toman como están ahora; lo que produjo una ejecución marcada es lo que produce su paso.</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Show older runs</source>
      <translation>Mostrar ejecuciones más antiguas</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <location filename="../trace/stored_menu.py" />
      <source>Reading…</source>
      <translation>Leyendo…</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Add {n} step</source>
      <translation>Añadir {n} paso</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Add {n} steps</source>
      <translation>Añadir {n} pasos</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Add steps</source>
      <translation>Añadir pasos</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Nothing was run in Processing so far.</source>
      <translation>Todavía no se ha ejecutado nada en Procesos.</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Runs of earlier</source>
      <translation>Ejecuciones anteriores</translation>
    </message>
    <message>
      <location filename="../trace/past_run_model.py" />
      <location filename="../trace/step_model.py" />
      <source>Tool</source>
      <translation>Herramienta</translation>
    </message>
    <message>
      <location filename="../trace/past_run_model.py" />
      <source>Parameters</source>
      <translation>Parámetros</translation>
    </message>
    <message>
      <location filename="../trace/past_run_model.py" />
      <source>Why it can be no step</source>
      <translation>Por qué no puede ser un paso</translation>
    </message>
    <message>
      <location filename="../trace/past_run_reading.py" />
      <source>It is no tool, and makes no step.</source>
      <translation>No es una herramienta y no da ningún paso.</translation>
    </message>
    <message>
      <location filename="../trace/past_run_reading.py" />
      <source>It failed, or was not run to its end.</source>
      <translation>Falló o no se ejecutó hasta el final.</translation>
    </message>
    <message>
      <location filename="../trace/past_run_reading.py" />
      <source>It took the selected rows of a layer, and which these were is not known any more.</source>
      <translation>Tomó los objetos seleccionados de una capa, y ya no se sabe cuáles eran.</translation>
    </message>
    <message>
      <location filename="../trace/past_run_reading.py" />
      <source>"{layer}" is neither in the project nor a file that is there.</source>
      <translation>"{layer}" no está en el proyecto ni es un archivo existente.</translation>
    </message>
    <message>
      <location filename="../trace/past_run_reading.py" />
      <source>The file "{file}" is no longer there.</source>
      <translation>El archivo "{file}" ya no existe.</translation>
    </message>
    <message>
      <location filename="../trace/past_runs.py" />
      <source>History of Processing</source>
      <translation>Historial de Procesos</translation>
    </message>
    <message>
      <location filename="../trace/past_runs.py" />
      <source>The history of Processing cannot be read: {why}</source>
      <translation>No se puede leer el historial de Procesos: {why}</translation>
    </message>
    <message>
      <location filename="../trace/recorder.py" />
      <source>{algorithm} was not recorded: no trace is open yet.</source>
      <translation>{algorithm} no se registró: aún no hay ninguna traza abierta.</translation>
    </message>
    <message>
      <location filename="../trace/recorder.py" />
      <source>{algorithm} was not recorded: {why}</source>
      <translation>{algorithm} no se registró: {why}</translation>
    </message>
    <message>
      <location filename="../trace/recorder.py" />
      <source>{algorithm} failed and was not recorded.</source>
      <translation>{algorithm} falló y no se registró.</translation>
    </message>
    <message>
      <location filename="../trace/recorder.py" />
      <source>The file {file} was taken into the inputs of the trace.</source>
      <translation>El archivo {file} se tomó en las entradas de la traza.</translation>
    </message>
    <message>
      <location filename="../trace/run_reading.py" />
      <source>{algorithm} was not recorded. {why}</source>
      <translation>{algorithm} no se registró. {why}</translation>
    </message>
    <message>
      <location filename="../trace/run_reading.py" />
      <source>No tool does exactly the same.</source>
      <translation>Ninguna herramienta hace exactamente lo mismo.</translation>
    </message>
    <message>
      <location filename="../trace/run_reading.py" />
      <source>The nearest tool is {tool}.</source>
      <translation>La herramienta más parecida es {tool}.</translation>
    </message>
    <message>
      <location filename="../trace/run_reading.py" />
      <source>It was run with one layer, and the tool takes two.</source>
      <translation>Se ejecutó con una capa, y la herramienta toma dos.</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <location filename="../trace/step_page.py" />
      <source>Arguments</source>
      <translation>Argumentos</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <location filename="../trace/step_page.py" />
      <source>Check</source>
      <translation>Comprobación</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>Note</source>
      <translation>Nota</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>Done</source>
      <translation>Hecho</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>Not done</source>
      <translation>No hecho</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>Waits to be run</source>
      <translation>Pendiente de ejecución</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>{n} fault</source>
      <translation>{n} fallo</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>{n} faults</source>
      <translation>{n} fallos</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>{n} warning</source>
      <translation>{n} advertencia</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>{n} warnings</source>
      <translation>{n} advertencias</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>Double-click to write a note.</source>
      <translation>Doble clic para escribir una nota.</translation>
    </message>
    <message>
      <location filename="../trace/step_page.py" />
      <source>What the plan check finds</source>
      <translation>Lo que encuentra la comprobación del plan</translation>
    </message>
    <message>
      <location filename="../trace/step_page.py" />
      <source>What the call told</source>
      <translation>Lo que comunicó la llamada</translation>
    </message>
    <message>
      <location filename="../trace/step_page.py" />
      <source>Check ({n})</source>
      <translation>Comprobación ({n})</translation>
    </message>
    <message>
      <location filename="../trace/step_table.py" />
      <source>Steps of the trace</source>
      <translation>Pasos de la traza</translation>
    </message>
    <message>
      <location filename="../trace/stored_menu.py" />
      <source>Traces</source>
      <translation>Trazas</translation>
    </message>
    <message>
      <location filename="../trace/stored_menu.py" />
      <source>Begin with what an agent did</source>
      <translation>Empezar con lo que hizo un agente</translation>
    </message>
    <message>
      <location filename="../trace/stored_menu.py" />
      <source>There are none yet.</source>
      <translation>Aún no hay ninguna.</translation>
    </message>
    <message>
      <location filename="../trace/stored_menu.py" />
      <source>{n} step</source>
      <translation>{n} paso</translation>
    </message>
    <message>
      <location filename="../trace/stored_menu.py" />
      <source>{n} steps</source>
      <translation>{n} pasos</translation>
    </message>
    <message>
      <location filename="../trace/tool_choice.py" />
      <source>Add a step</source>
      <translation>Añadir un paso</translation>
    </message>
    <message>
      <location filename="../trace/tool_choice.py" />
      <source>Search for a tool…</source>
      <translation>Buscar una herramienta…</translation>
    </message>
    <message>
      <location filename="../trace/tool_choice.py" />
      <source>Search for a tool</source>
      <translation>Buscar una herramienta</translation>
    </message>
    <message>
      <location filename="../trace/tool_choice.py" />
      <source>Tools</source>
      <translation>Herramientas</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <location filename="../trace/trace_view.py" />
      <source>New trace of the chosen task</source>
      <translation>Nueva traza de la tarea elegida</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>New trace with inputs of your own</source>
      <translation>Nueva traza con entradas propias</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>New trace</source>
      <translation>Nueva traza</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Reference of the chosen task</source>
      <translation>Referencia de la tarea elegida</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Reference from a file…</source>
      <translation>Referencia de un archivo…</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Open a trace, what an agent did, or a reference</source>
      <translation>Abrir una traza, lo que hizo un agente o una referencia</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Record: what is run in the Processing toolbox becomes a step</source>
      <translation>Grabar: lo que se ejecute en la caja de herramientas de Procesos pasa a ser un paso</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Add steps from the history of Processing…</source>
      <translation>Añadir pasos del historial de Procesos…</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Move the step up</source>
      <translation>Subir el paso</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Move the step down</source>
      <translation>Bajar el paso</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Delete the step</source>
      <translation>Borrar el paso</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Write a note to the step</source>
      <translation>Escribir una nota para el paso</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Branch: go on in a new trace from this step</source>
      <translation>Bifurcar: seguir en una traza nueva desde este paso</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Show the layers as they were after this step</source>
      <translation>Mostrar las capas como estaban tras este paso</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Open the step in the dialog of its tool</source>
      <translation>Abrir el paso en el diálogo de su herramienta</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Copy the step</source>
      <translation>Copiar el paso</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Contract of an output…</source>
      <translation>Especificación de una salida…</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Export as a model (.model3)…</source>
      <translation>Exportar como modelo (.model3)…</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Export as a Python script…</source>
      <translation>Exportar como script de Python…</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Export as qgis_process commands…</source>
      <translation>Exportar como comandos qgis_process…</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <location filename="../trace/trace_files.py" />
      <source>Export the trace</source>
      <translation>Exportar la traza</translation>
    </message>
    <message>
      <location filename="../trace/trace_changes.py" />
      <source>Step {n} ({api}) was deleted.</source>
      <translation>Se borró el paso {n} ({api}).</translation>
    </message>
    <message>
      <location filename="../trace/trace_changes.py" />
      <source>Undo</source>
      <translation>Deshacer</translation>
    </message>
    <message>
      <location filename="../trace/trace_changes.py" />
      <source>{trace}, from step {n}</source>
      <translation>{trace}, desde el paso {n}</translation>
    </message>
    <message>
      <location filename="../trace/trace_files.py" />
      <source>Save as reference</source>
      <translation>Guardar como referencia</translation>
    </message>
    <message>
      <location filename="../trace/trace_files.py" />
      <source>Export as a model</source>
      <translation>Exportar como modelo</translation>
    </message>
    <message>
      <location filename="../trace/trace_files.py" />
      <source>{file} cannot be written.</source>
      <translation>No se puede escribir {file}.</translation>
    </message>
    <message>
      <location filename="../trace/trace_files.py" />
      <source>The model was written to {path}.</source>
      <translation>El modelo se escribió en {path}.</translation>
    </message>
    <message>
      <location filename="../trace/trace_files.py" />
      <source>The trace was written to {path}.</source>
      <translation>La traza se escribió en {path}.</translation>
    </message>
    <message>
      <location filename="../trace/trace_files.py" />
      <source>The reference was written to {path}.</source>
      <translation>La referencia se escribió en {path}.</translation>
    </message>
    <message>
      <location filename="../trace/trace_opening.py" />
      <source>Open a reference as a trace</source>
      <translation>Abrir una referencia como traza</translation>
    </message>
    <message>
      <location filename="../trace/trace_opening.py" />
      <source>References</source>
      <translation>Referencias</translation>
    </message>
    <message>
      <location filename="../trace/trace_session.py" />
      <source>Step {number} ({api}) was not done: {why}</source>
      <translation>El paso {number} ({api}) no se ejecutó: {why}</translation>
    </message>
    <message>
      <location filename="../trace/trace_session.py" />
      <source>The running call was killed; the step is not done.</source>
      <translation>La llamada en curso se interrumpió a la fuerza; el paso no está hecho.</translation>
    </message>
    <message>
      <location filename="../trace/trace_session.py" />
      <source>No call was running.</source>
      <translation>No había ninguna llamada en curso.</translation>
    </message>
    <message>
      <location filename="../trace/trace_view.py" />
      <source>What is recorded goes into the open trace, "{trace}".</source>
      <translation>Lo que se graba se añade a la traza abierta, "{trace}".</translation>
    </message>
    <message>
      <location filename="../trace/trace_words.py" />
      <source>Choose a task, press Record and work in the Processing toolbox: each tool that you run becomes a step here, and its layer appears in the group of the trace. Layers from elsewhere are taken into the inputs, with selection and filter applied. Steps can then be changed, moved, run again and saved as a reference.</source>
      <translation>Elija una tarea, pulse Grabar y trabaje en la caja de herramientas de Procesos: cada herramienta que ejecute será aquí un paso, y su capa aparecerá en el grupo de la traza. Las capas de otra procedencia se toman en las entradas, con la selección y el filtro aplicados. Después los pasos se pueden cambiar, mover, volver a ejecutar y guardar como referencia.</translation>
    </message>
    <message>
      <location filename="../trace/trace_words.py" />
      <source>No trace is open.</source>
      <translation>No hay ninguna traza abierta.</translation>
    </message>
    <message>
      <location filename="../trace/trace_words.py" />
      <source>{trace} · recording what the toolbox runs</source>
      <translation>{trace} · grabando lo que ejecuta la caja de herramientas</translation>
    </message>
    <message>
      <location filename="../trace/trace_words.py" />
      <source>{n} step waits to be run, from step {first} on.</source>
      <translation>{n} paso pendiente de ejecución, desde el paso {first}.</translation>
    </message>
    <message>
      <location filename="../trace/trace_words.py" />
      <source>{n} steps wait to be run, from step {first} on.</source>
      <translation>{n} pasos pendientes de ejecución, desde el paso {first}.</translation>
    </message>
    <message>
      <location filename="../window.py" />
      <source>Panel</source>
      <translation>Panel</translation>
    </message>
    <message>
      <location filename="../window.py" />
      <source>GISAgentBench: watch agents, trace references, judge results</source>
      <translation>GISAgentBench: observar agentes, trazar referencias, evaluar resultados</translation>
    </message>
    <message>
      <location filename="../window.py" />
      <source>Give a GIS task to an agent and watch it on the map.</source>
      <translation>Entregue una tarea SIG a un agente y obsérvelo en el mapa.</translation>
    </message>
    <message>
      <location filename="../window.py" />
      <source>Open the panel</source>
      <translation>Abrir el panel</translation>
    </message>
  </context>
</TS>
