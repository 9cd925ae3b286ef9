import '#web/style.css'
